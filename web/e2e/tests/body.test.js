/** What stands in a text: code, videos, notes, tables; and what hostile words may not do. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { HOSTILE } from "../harness/fill.js";
import { leave, PHONE, site, until, withPage } from "../harness/browser.js";

after(leave);

test("code is copied as it was written", () =>
  withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.goto(site.made.long);
    const code = page.locator("figure.code");
    await code.getByRole("button", { name: "Copy" }).click();
    await code.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^\/\/ A picture without a date\.\npub fn undated\(plates: &\[Plate\]\) -> usize \{\n {4}plates/);
  }));

test("a video of another site loads nothing before the click, and its player then", () =>
  withPage({}, async (page, context) => {
    await page.goto(site.made.long, { waitUntil: "networkidle" });
    const facade = page.getByRole("link", { name: /A video of another site/ });
    await facade.scrollIntoViewIfNeeded();
    assert.equal(await page.locator("iframe").count(), 0);
    // withPage fails when another site is asked, so the click is made where nobody answers.
    const asked = [];
    context.removeAllListeners("request");
    await context.route((url) => url.origin !== site.origin, (route) => {
      asked.push(new URL(route.request().url()).hostname);
      return route.fulfill({ status: 200, contentType: "text/html", body: "<title>Player</title>" });
    });
    await facade.click();
    await page.locator("iframe").waitFor();
    await until("the player is asked for", () => asked.length > 0);
    assert.deepEqual(asked, ["www.youtube-nocookie.com"]);
  }));

test("without script a video of another site is a link", () =>
  withPage({ script: false }, async (page) => {
    await page.goto(site.made.long);
    const href = await page.getByRole("link", { name: /A video of another site/ }).getAttribute("href");
    assert.equal(new URL(href).hostname.replace("www.", ""), "youtube.com");
  }));

test("a video of this site is served in ranges and plays", async () => {
  const part = await fetch(site.origin + site.made.video, { headers: { range: "bytes=4-7" } });
  assert.equal(part.status, 206);
  assert.match(part.headers.get("content-range"), /^bytes 4-7\/\d+$/);
  assert.equal((await part.arrayBuffer()).byteLength, 4);
  await withPage({}, async (page) => {
    await page.goto(site.made.long);
    const video = page.locator("video");
    assert.notEqual(await video.getAttribute("controls"), null);
    await video.evaluate((video) => {
      video.muted = true;
      return video.play();
    });
    await until("it plays", () => video.evaluate((video) => video.currentTime > 0 || video.ended));
  });
});

test("a wide table scrolls in itself on a phone and can be reached by keys", () =>
  withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
    await page.goto(site.made.long);
    const region = page.getByRole("region", { name: /Three plates/ });
    assert.equal(await region.getAttribute("tabindex"), "0");
    const [inner, outer] = await region.evaluate((part) => [part.scrollWidth, part.clientWidth]);
    assert(inner > outer, `${inner} in ${outer}`);
  }));

for (const script of [true, false]) {
  test(`notes and footnotes lead there and back, ${script ? "with" : "without"} script`, () =>
    withPage({ script, viewport: PHONE }, async (page) => {
      await page.goto(site.made.long);
      await page.locator("sup a[href^='#fn-']").click();
      await page.waitForURL("**#fn-2");
      await page.locator("#fn-2 a.back").click();
      await page.waitForURL("**#fn-2-ref");
      await page.locator("sup a[href='#note-1']").first().click();
      await page.waitForURL("**#note-1");
      assert(await page.locator("#note-1").isVisible());
    }));
}

test("hostile words are only words, in titles, tags and bodies", () =>
  withPage({}, async (page) => {
    page.on("dialog", () => assert.fail("a script ran"));
    for (const path of ["/writing/hostile", "/writing", "/", "/search?q=alert", "/tags"]) {
      await page.goto(path);
      assert.equal(await page.locator("main img[onerror], main [onclick], main script:not([type])").count(), 0, path);
    }
    await page.goto("/writing/hostile");
    assert.equal((await page.locator("h1").textContent()).trim(), HOSTILE);
  }));
