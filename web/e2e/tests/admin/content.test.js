/** A section's list, revisions, and axe on the screens of content. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import axe from "axe-core";
import { Api } from "../../harness/api.js";
import { DESKTOP, leave, PHONE, site, until, withPage } from "../../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };
const only = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };

async function findings(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), { runOnly: only, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}

async function sectionOf(path) {
  return (await api.send("GET", `/sections/resolve-path/${path}`)).section;
}

test("a section's content is filtered, and changes can be taken back", () =>
  withPage(owner, async (page) => {
    const walks = await sectionOf("writing/walks");
    await page.goto(`/admin/sections/${walks.id}`);
    await page.getByRole("link", { name: "Day 7", exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "Filter by title" }).fill("day 12");
    await page.getByText("1 of 4").waitFor();
    assert.match(page.url(), /q=day\+12/);
    await page.getByRole("button", { name: "Actions for Day 12" }).click();
    await page.getByRole("menuitem", { name: "Unpublish" }).click();
    await page.getByRole("cell", { name: "Draft" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("cell", { name: "Published" }).waitFor();
  }));

test("an empty section says what to do", () =>
  withPage(owner, async (page) => {
    const empty = await api.section("Nothing here", { is_published: false });
    await page.goto(`/admin/sections/${empty.id}`);
    await page.getByRole("heading", { name: "Nothing in Nothing here yet" }).waitFor();
  }));

test("an earlier state is compared and restored, and the restoring taken back", () =>
  withPage(owner, async (page) => {
    const item = await api.item("story", "Revised", { is_published: false, body: "<p>The scanner saw grey.</p>" });
    // With another address it is a revision of its own; what one person saves within minutes is one otherwise.
    await api.send("PUT", `/content/story/${item.id}`, { slug: "revised-again", body: "<p>The scanner saw black.</p>" });
    await page.goto(`/admin/edit/story/${item.id}/revisions`);
    await page.locator("article del", { hasText: "grey" }).waitFor();
    await page.locator("article ins", { hasText: "black" }).waitFor();
    await page.getByRole("button", { name: /^Restore/ }).click();
    await until("it is restored", async () => (await api.send("GET", `/content/story/${item.id}`)).body.includes("grey"));
    await page.getByRole("button", { name: "Undo" }).click();
    await until("it is as before", async () => (await api.send("GET", `/content/story/${item.id}`)).body.includes("black"));
  }));

test("axe finds nothing on the screens of content and media, light and dark, on phone and desktop", async () => {
  const { content_item: long, section } = await api.send("GET", `/sections/resolve-path${site.made.long}`);
  const [picture] = (await api.send("GET", "/uploads?limit=1")).items;
  const screens = [
    [`/admin/edit/story/${long.id}`, ".editor .prose h2"],
    ["/admin/new/project", ".editor .prose"],
    [`/admin/edit/story/${long.id}/revisions`, "h2:has-text('Revisions')"],
    [`/admin/sections/${section.id}`, "tbody tr"],
    ["/admin/media", "main li"],
    [`/admin/media/${picture.id}`, ".crops img, video"],
  ];
  const found = {};
  for (const viewport of [DESKTOP, PHONE]) {
    for (const scheme of ["light", "dark"]) {
      // axe is a script from outside, which the policy of the page refuses.
      await withPage({ ...owner, viewport, scheme, bypassCSP: true }, async (page) => {
        for (const [path, ready] of screens) {
          await page.goto(path);
          await page.locator(ready).first().waitFor();
          const all = await findings(page);
          if (all.length > 0) found[`${path.replace(/[0-9a-f-]{36}/, "…")} ${viewport.width} ${scheme}`] = all;
        }
      });
    }
  }
  assert.deepEqual(found, {});
});
