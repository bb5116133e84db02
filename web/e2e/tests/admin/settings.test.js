/** Settings of the site, the profile and the look with its preview. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of (409|422)|about:srcdoc/.test(message.text()) };
const settings = () => api.send("GET", "/settings");

test("the site's settings are saved, refused at their field, and not lost by leaving", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings");
    const footer = page.getByLabel("Line at the foot of every page");
    await footer.fill("Words under CC BY.");
    await page.getByLabel("Language").fill("not a tag");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".error", { hasText: "Language" }).waitFor();
    assert.notEqual((await settings()).footer, "Words under CC BY.");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Profile" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    await page.getByLabel("Language").fill("en");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved the settings of the site.").waitFor();
    assert.equal((await settings()).footer, "Words under CC BY.");
  });
});

test("who was faster is told, and both ways on are offered", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings");
    await page.getByLabel("One sentence about it").fill("Written in the browser.");
    await api.send("PUT", "/settings", { tagline: "Written elsewhere." });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("changed elsewhere").waitFor();
    assert.equal((await settings()).tagline, "Written elsewhere.");
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await until("it is saved", async () => (await settings()).tagline === "Written in the browser.");
  });
});

test("who discards after somebody was faster sees what is saved now", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings");
    const footer = page.getByLabel("Line at the foot of every page");
    const before = await footer.inputValue();
    await footer.fill("Not to be kept.");
    await api.send("PUT", "/settings", { tagline: "Of somebody else." });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("changed elsewhere").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await until("the new sentence is there", async () => (await page.getByLabel("One sentence about it").inputValue()) === "Of somebody else.");
    assert.equal(await footer.inputValue(), before);
  });
});

test("links of the profile are added, ordered and saved", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings/profile");
    for (const [words, url] of [["Code", "https://example.org/code"], ["Letters", "https://example.org/letters"]]) {
      await page.getByRole("button", { name: "Add a link" }).click();
      await page.getByLabel("Words").last().fill(words);
      await page.getByLabel("Address").last().fill(url);
    }
    await page.getByRole("button", { name: "Move Letters up" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved your profile.").waitFor();
    assert.deepEqual((await settings()).profile.links.map(({ title }) => title).slice(-2), ["Letters", "Code"]);
  });
});

test("a look is tried on a page of the site, and visitors see it when it is published", async () => {
  const before = (await settings()).look;
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings/look");
    const frame = page.frameLocator("iframe");
    await frame.locator(".site-header").waitFor();
    await page.getByLabel("Iris").check({ force: true });
    await page.getByLabel("Centred").check({ force: true });
    const accent = () => frame.locator("html").evaluate((root) => root.style.getPropertyValue("--leaf"));
    await until("the preview has the accent", async () => /290/.test(await accent()));
    await frame.locator(".site-header.centred").waitFor();
    assert.deepEqual((await settings()).look, before, "nobody else sees it yet");
    assert.equal(await frame.locator("script").count(), 0);
    await page.getByRole("button", { name: "Publish look" }).click();
    await page.getByText("Published the look.").waitFor();
    assert.equal((await settings()).look.accent.hue, 290);
    const shown = await (await fetch(`${site.origin}/`, { headers: { accept: "text/html" } })).text();
    assert.match(shown, /site-header centred/);
  });
  await api.send("PUT", "/settings", { look: before });
});

test("axe finds nothing on the pages of the settings", async () => {
  for (const [path, ready] of [["", "Name of the site"], ["/profile", "Your name"], ["/look", "Text width"]]) {
    await withPage({ ...owner, bypassCSP: true }, async (page) => {
      await page.goto(`/admin/settings${path}`);
      await page.getByLabel(ready).waitFor();
      await assertAccessible(page, `settings${path}`);
      if (path === "/look") await page.getByRole("button", { name: "Custom" }).click();
      if (path === "/profile") await page.getByRole("button", { name: "Add a link" }).click();
      if (path === "") {
        await page.getByLabel("Language").fill("not a tag");
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(".error", { hasText: "Language" }).waitFor();
      }
      await assertAccessible(page, `settings${path}, changed`);
    });
  }
});
