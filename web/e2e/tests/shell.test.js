/** Header, menu, switch of colours, paging, and pages that are not there. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../harness/api.js";
import { leave, PHONE, site, until, withPage } from "../harness/browser.js";

after(leave);

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`the main navigation leads to sections and says where one is, ${how}`, () =>
    withPage({ script }, async (page) => {
      await page.goto("/");
      const navigation = page.getByRole("navigation", { name: "Main", exact: true });
      assert.deepEqual(await navigation.getByRole("link").allTextContents(), ["Writing", "Projects", "Pictures", "About"]);
      await navigation.getByRole("link", { name: "Projects" }).click();
      await page.waitForURL("**/projects");
      const current = await navigation.getByRole("link", { name: "Projects" }).getAttribute("aria-current");
      assert.equal(current, "page");
    }));

  test(`the menu opens, holds the links, and Escape closes it, ${how}`, () =>
    withPage({ script, viewport: PHONE }, async (page) => {
      await page.goto("/writing");
      const press = page.getByRole("button", { name: "Menu" });
      await press.click();
      const menu = page.getByRole("navigation", { name: "Menu" });
      await menu.getByRole("link", { name: "Maps" }).waitFor();
      assert(await menu.getByRole("link", { name: "Colophon" }).isVisible());
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await until("the focus returns to the button", () => press.evaluate((button) => button === document.activeElement));
    }));

  test(`the switch of colours holds on every page and can be taken back, ${how}`, () =>
    withPage({ script }, async (page, context) => {
      const theme = () => page.locator("html").getAttribute("data-theme");
      const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const choose = async (name, kept) => {
        await page.getByRole("contentinfo").getByRole("button", { name, exact: true }).click();
        const cookie = async () => (await context.cookies()).find((cookie) => cookie.name === "theme")?.value;
        await until(`the choice ${name} is kept`, async () => (await cookie()) === kept);
        await page.waitForURL("**/writing");
      };
      await page.goto("/writing");
      const light = await paper();
      await choose("Dark", "dark");
      await until("the page is dark", async () => (await theme()) === "dark");
      const dark = await paper();
      assert.notEqual(dark, light);
      await page.goto("/projects");
      assert.equal(await theme(), "dark");
      assert.equal(await paper(), dark);
      await page.goto("/writing");
      await choose("Auto", undefined);
      await until("the page follows the system", async () => (await theme()) === null);
      assert.equal(await paper(), light);
    }));

  test(`lists are paged by plain links, ${how}`, () =>
    withPage({ script }, async (page) => {
      await page.goto("/writing/walks");
      const titles = () => page.locator("main h2 a").allTextContents();
      const first = await titles();
      await page.getByRole("navigation", { name: "Pages" }).locator("[rel=next]").click();
      await page.waitForURL("**/writing/walks?page=2");
      const second = await titles();
      assert(second.length > 0);
      assert.deepEqual(second.filter((title) => first.includes(title)), []);
      await page.getByRole("navigation", { name: "Pages" }).locator("[rel=prev]").click();
      await page.waitForURL("**/writing/walks");
      assert.deepEqual(await titles(), first);
    }));

  test(`a page that is not there suggests the nearest and offers search, ${how}`, () => {
    const expected = (message) => message.location().url.endsWith("/writing/long-raed");
    return withPage({ script, expected }, async (page) => {
      const answer = await page.goto("/writing/long-raed");
      assert.equal(answer.status(), 404);
      await page.getByRole("main").getByRole("searchbox").waitFor();
      await page.getByRole("main").getByRole("link", { name: "What the plates could not show" }).click();
      await page.waitForURL("**/writing/long-read");
    });
  });

  test(`search finds what is published and marks the words, ${how}`, () =>
    withPage({ script }, async (page) => {
      await page.goto("/search");
      await page.getByRole("main").getByRole("searchbox").fill("quicksilver");
      await page.getByRole("main").getByRole("button", { name: "Search" }).click();
      await page.waitForURL("**/search?q=quicksilver");
      assert.match(await page.locator("main mark").first().textContent(), /quicksilver/i);
      await page.getByRole("link", { name: "A second look at quicksilver" }).click();
      await page.waitForURL(`**${site.made.plain}`);
      await page.goto("/search?q=xylophones");
      assert.equal(await page.getByRole("main").getByText("xylophones about").count(), 0);
      assert.equal(await page.locator("main a", { hasText: "A secret" }).count(), 0);
    }));
}

test("the first paint has the colours that were chosen", async () => {
  for (const [chosen, scheme] of [["dark", "light"], ["light", "dark"], [null, "dark"]]) {
    await withPage({ scheme }, async (page, context) => {
      if (chosen) await context.addCookies([{ name: "theme", value: chosen, url: site.origin }]);
      await page.addInitScript(() => {
        window.papers = [];
        // Frames are not drawn before the style sheets are there, so every one counts.
        const look = () => {
          window.papers.push(getComputedStyle(document.documentElement).backgroundColor);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.goto(site.made.long);
      await until("a few frames", () => page.evaluate(() => window.papers.length > 5));
      const papers = new Set(await page.evaluate(() => window.papers));
      assert.equal(papers.size, 1, [...papers].join(", "));
      const lightness = await page.evaluate(([paper]) => {
        const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        pen.fillStyle = paper;
        pen.fillRect(0, 0, 1, 1);
        return pen.getImageData(0, 0, 1, 1).data[0];
      }, [...papers]);
      assert.equal(lightness < 128, (chosen ?? scheme) === "dark");
    });
  }
});

test("a path that moved leads to the new one in one hop, with its query", async () => {
  const answer = await fetch(`${site.origin}/writing/ferry?from=letter`, { redirect: "manual" });
  assert.equal(answer.status, 301);
  assert.equal(new URL(answer.headers.get("location"), site.origin).href, `${site.origin}/writing/ferryman?from=letter`);
  await withPage({}, async (page) => {
    await page.goto("/writing/ferry");
    assert.equal(new URL(page.url()).pathname, "/writing/ferryman");
  });
});

test("every spelling of an address leads to the one", async () => {
  for (const [written, canonical] of [
    ["/Writing", "/writing"],
    ["/writing/", "/writing"],
    ["/writing//long-read?a=1&b=%20", "/writing/long-read?a=1&b=%20"],
    ["/writing/long%2Dread", "/writing/long-read"],
    ["/Contact/", "/contact"],
    ["/tags/DAYS", "/tags/days"],
    ["/WRITING/feed.xml", "/writing/feed.xml"],
  ]) {
    const answer = await fetch(site.origin + written, { redirect: "manual" });
    assert.deepEqual([answer.status, answer.headers.get("location")], [301, canonical], written);
    assert.equal((await fetch(site.origin + canonical, { redirect: "manual" })).status, 200, canonical);
  }
});

test("breadcrumbs, neighbours and mentions lead around, on phone and desktop, light and dark", async () => {
  for (const [viewport, scheme] of [[PHONE, "dark"], [undefined, "light"]]) {
    await withPage({ viewport, scheme, script: scheme === "light" }, async (page) => {
      await page.goto("/writing/walks/north/snow");
      const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
      assert.deepEqual(await crumbs.getByRole("link").allTextContents(), ["Writing", "Walks", "North"]);
      await crumbs.getByRole("link", { name: "Walks" }).click();
      await page.waitForURL("**/writing/walks");
      await page.goto("/writing/walks/day-20");
      const beside = page.getByRole("navigation", { name: "Before and after" });
      await beside.getByRole("link", { name: /Older.*Day 19/s }).click();
      await page.waitForURL("**/writing/walks/day-19");
      await page.goto(site.made.long);
      await page.getByRole("main").getByRole("link", { name: "A second look at quicksilver" }).first().click();
      await page.waitForURL(`**${site.made.plain}`);
    });
  }
});

test("arrow keys lead from picture to picture, and do not while one is enlarged", () =>
  withPage({}, async (page) => {
    await page.goto("/pictures/drawing-2");
    const ways = page.getByRole("navigation", { name: "Before and after" });
    const next = await ways.locator("[rel=next]").getAttribute("href");
    await page.locator("main img:not(.placeholder)").first().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname, "/pictures/drawing-2");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(`**${next}`);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL("**/pictures/drawing-2");
  }));

test("a site in another language speaks it everywhere, with and without script", async () => {
  const api = new Api(site.origin, site.token);
  await api.send("PUT", "/settings", { language: "de" });
  try {
    await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.goto(site.made.long);
      await page.locator("figure.code").getByRole("button", { name: "Kopieren" }).click();
      await page.locator("figure.code").getByRole("button", { name: "Kopiert" }).waitFor();
      const picture = page.getByRole("button", { name: /^Vergrößern: / }).first();
      // A scroll dismisses, so it has to be over before.
      await picture.scrollIntoViewIfNeeded();
      await picture.click();
      await page.getByRole("dialog").getByRole("button", { name: "Größer" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Schließen" }).click();
      await page.goto("/contact");
      await page.getByRole("button", { name: "Nachricht senden" }).waitFor();
      assert.equal(await page.locator("[lang=en]").count(), 0);
    });
    await withPage({ script: false }, async (page) => {
      await page.goto("/contact");
      await page.getByLabel("Name").fill("Ada");
      await page.getByLabel("E-Mail").fill("ada@example.org");
      await page.getByLabel("Nachricht").fill("Ohne Skript.");
      await page.getByRole("button", { name: "Nachricht senden" }).click();
      await page.getByRole("button", { name: "Nachricht jetzt senden" }).click();
      await page.getByRole("heading", { name: /^Danke/ }).waitFor();
      await page.goto("/auth");
      await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    });
  } finally {
    await api.send("PUT", "/settings", { language: "en" });
  }
});

test("drafts are there for the signed in, with a marker, and for nobody else", async () => {
  await withPage({ signedIn: true }, async (page) => {
    await page.goto(site.made.draft);
    assert.match(await page.locator("h1").textContent(), /A secret about xylophones.*Draft/s);
    await page.goto("/writing");
    const entry = page.getByRole("article").filter({ hasText: "A secret about xylophones" });
    await entry.getByText("Draft", { exact: true }).waitFor();
  });
  await withPage({ expected: (message) => message.location().url.endsWith(site.made.draft) }, async (page) => {
    assert.equal((await page.goto(site.made.draft)).status(), 404);
  });
  for (const path of ["/", "/writing", "/feed.xml", "/feed.json", "/writing/feed.xml", "/sitemap.xml", "/tags", "/search?q=xylophones", "/writing/long-read"]) {
    const text = await (await fetch(site.origin + path)).text();
    assert.doesNotMatch(text, /A secret|secret-about|Unfinished|Below a draft/, path);
  }
});
