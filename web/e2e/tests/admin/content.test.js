/** A section's list, revisions, and axe on the screens of content. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { findings } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { undo } from "../../harness/toasts.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };

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
    await undo(page, ": Day 12");
    await page.getByRole("cell", { name: "Published" }).waitFor();
  }));

test("all content is in one list, with what is in no section, and its filters stand in the address", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin");
    await page.getByRole("link", { name: "All content" }).click();
    await page.waitForURL(/\/admin\/content$/);
    await page.getByRole("combobox", { name: "Place" }).selectOption("In no section");
    await page.getByRole("link", { name: "Imprint" }).waitFor();
    await until("only what is in no section is left", async () => (await page.getByRole("link", { name: "Day 7", exact: true }).count()) === 0);
    await page.getByRole("combobox", { name: "Place" }).selectOption("Anywhere");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Picture");
    await page.getByRole("combobox", { name: "Order" }).selectOption("By title");
    const titles = () => page.locator("tbody .name a").allInnerTexts();
    await until("the pictures are listed", async () => (await titles()).includes("Drawing 1") && !(await titles()).includes("Imprint"));
    await page.reload();
    await page.getByRole("link", { name: "Drawing 1" }).waitFor();
    const shown = await titles();
    assert.deepEqual(shown, [...shown].sort((a, b) => a.localeCompare(b)));
    assert.equal(await page.getByRole("combobox", { name: "Kind" }).inputValue(), "image");
  }));

test("pictures of a gallery are put into another order by keys, by the menu and by dragging, as visitors then see it", () =>
  withPage(owner, async (page) => {
    const gallery = await api.section("To be ordered", { display_type: "gallery" });
    const [picture] = (await api.send("GET", "/uploads?kind=image&limit=1")).items;
    for (const title of ["First", "Second", "Third", "Fourth"]) {
      await api.item("image", title, { section_id: gallery.id, media_id: picture.id, image_url: picture.url, published_at: `2026-01-0${9 - title.length}T08:00:00Z` });
    }
    const stored = async () => (await api.send("GET", `/sections/${gallery.id}/children?sort=sort_order`)).items.map(({ title }) => title);
    const before = await stored();
    await page.goto(`/admin/sections/${gallery.id}`);
    await page.getByRole("button", { name: `Move ${before[3]}` }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    const swapped = [before[0], before[1], before[3], before[2]];
    await until("it is one up", async () => (await stored()).join() === swapped.join());
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), `Move ${before[3]}`, "the focus stays with it");
    await page.getByRole("button", { name: `Actions for ${before[0]}` }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    const again = [before[1], before[0], before[3], before[2]];
    await until("it is one down", async () => (await stored()).join() === again.join());
    // The last one to the top.
    const handle = await page.getByRole("button", { name: `Move ${before[2]}` }).boundingBox();
    const top = await page.locator("tbody tr").first().boundingBox();
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(handle.x + 10, top.y + 2, { steps: 8 });
    await page.mouse.up();
    const dragged = [before[2], before[1], before[0], before[3]];
    await until("it is at the top", async () => (await stored()).join() === dragged.join());
    const shown = await (await fetch(`${site.origin}/to-be-ordered`)).text();
    const places = dragged.map((title) => shown.indexOf(`>${title}<`));
    assert(places.every((place) => place > 0), "all are on the page");
    assert.deepEqual(places, [...places].sort((a, b) => a - b), "visitors see the same order");
    await api.send("DELETE", `/sections/${gallery.id}`);
  }));

test("a preview link shows a draft to people without an account until it is taken back", () =>
  withPage({ ...owner, permissions: ["clipboard-write", "clipboard-read"] }, async (page) => {
    const item = await api.item("story", "To be shown early", { is_published: false, body: "<p>Not yet for everybody.</p>" });
    await page.goto(`/admin/edit/story/${item.id}`);
    await page.getByRole("button", { name: "Make a preview link" }).click();
    const link = page.getByRole("textbox", { name: "Preview link" });
    await link.waitFor();
    const address = await link.inputValue();
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /Not yet for everybody/);
    assert.match(answer.headers.get("x-robots-tag") ?? "", /noindex/);
    await page.getByRole("button", { name: "Take the link back" }).click();
    await until("it leads nowhere", async () => (await fetch(address)).status === 404);
    await link.waitFor({ state: "detached" });
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
    await undo(page, "Restored");
    await until("it is as before", async () => (await api.send("GET", `/content/story/${item.id}`)).body.includes("black"));
  }));

test("a state that is still on its way is not restored in place of the one that is shown", () =>
  withPage(owner, async (page) => {
    const item = await api.item("story", "Three states", { is_published: false, body: "<p>The first.</p>" });
    for (const word of ["second", "third"]) await api.send("PUT", `/content/story/${item.id}`, { slug: `three-states-${word}`, body: `<p>The ${word}.</p>` });
    await page.goto(`/admin/edit/story/${item.id}/revisions`);
    await page.locator("article del", { hasText: "second" }).waitFor();
    const { items } = await api.send("GET", `/content/story/${item.id}/revisions?limit=10`);
    let letCome;
    const free = new Promise((done) => (letCome = done));
    await page.route(`**/revisions/${items.at(-1).number}`, async (route) => (await free, route.continue()));
    await page.getByRole("complementary", { name: "Details" }).locator("a, button").last().click();
    const restore = page.getByRole("button", { name: /^Restore/ });
    await until("it cannot be restored yet", async () => (await restore.getAttribute("aria-disabled")) === "true");
    assert.equal(await page.locator("article del", { hasText: "second" }).count(), 0);
    letCome();
    await page.locator("article del", { hasText: "first" }).waitFor();
    await until("now it can", async () => (await restore.getAttribute("aria-disabled")) !== "true");
  }));

test("axe finds nothing on the screens of content and media, light and dark, on phone and desktop", async () => {
  const { content_item: long, section } = await api.send("GET", `/sections/resolve-path${site.made.long}`);
  const [picture] = (await api.send("GET", "/uploads?limit=1")).items;
  const screens = [
    [`/admin/edit/story/${long.id}`, ".editor .prose h2"],
    ["/admin/new/project", ".editor .prose"],
    [`/admin/edit/story/${long.id}/revisions`, "h2:has-text('Revisions')"],
    [`/admin/sections/${section.id}`, "tbody tr"],
    ["/admin/content", "tbody tr"],
    ["/admin/media", "main li"],
    [`/admin/media/${picture.id}`, ".crops img, video"],
  ];
  const found = [];
  for (const viewport of [DESKTOP, PHONE]) {
    // axe is a script from outside, which the policy of the page refuses.
    await withPage({ ...owner, viewport, bypassCSP: true }, async (page) => {
      for (const [path, ready] of screens) {
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        found.push(...(await findings(page, path)));
      }
    });
  }
  assert.deepEqual(found, []);
});
