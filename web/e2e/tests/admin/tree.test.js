/** The tree of sections: mouse, finger, keys, filter, menu, refusal, undo, thousands of sections. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { undo } from "../../harness/toasts.js";

const api = new Api(site.origin, site.token);
const made = [];
let count = 0;

/** A branch of its own for each test: root (one (deep), two, three). */
async function branch() {
  const name = `Branch ${(count += 1)}`;
  // At the top, where it is in sight.
  const root = await api.section(name, { sort_order: -count });
  made.push(root.id);
  const sections = { root };
  for (const child of ["One", "Two", "Three"]) sections[child.toLowerCase()] = await api.section(`${child} of ${count}`, { parent_id: root.id });
  sections.deep = await api.section(`Deep of ${count}`, { parent_id: sections.one.id });
  return sections;
}

const stored = (section) => api.send("GET", `/sections/${section.id}`);
const children = async (section) => {
  const { items } = await api.send("GET", `/sections?parent_id=${section.id}&include_unpublished=true&limit=100`);
  return items.sort((a, b) => a.sort_order - b.sort_order).map(({ title }) => title);
};

/** The tree with one branch open and alone in it, by the filter of its number. */
async function openTree(page, sections, path = "/admin/sections") {
  await page.goto(path);
  const tree = page.getByRole("tree", { name: "Sections" });
  await tree.getByRole("treeitem", { name: sections.root.title, exact: true }).waitFor();
  await page.evaluate(([root, one]) => localStorage.setItem("folia-admin-open-sections", JSON.stringify([root, one])), [sections.root.id, sections.one.id]);
  await page.reload();
  const row = (section) => tree.getByRole("treeitem", { name: section.title, exact: true });
  await row(sections.three).waitFor();
  await row(sections.root).scrollIntoViewIfNeeded();
  return { tree, row };
}

async function middle(locator, part = 0.5) {
  const box = await locator.boundingBox();
  return { x: box.x + 70, y: box.y + box.height * part };
}

async function dragWithMouse(page, from, to, part) {
  const start = await middle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 4, start.y + 8, { steps: 3 });
  const end = await middle(to, part);
  await page.mouse.move(end.x, end.y, { steps: 8 });
}

before(async () => void (await branch()));
after(async () => {
  for (const id of made) await api.send("DELETE", `/sections/${id}`).catch(() => undefined);
  await leave();
});

test("the tree is built from all pages of the list, ordered, with drafts marked", () =>
  withPage({ signedIn: true }, async (page) => {
    const asked = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/sections?")) asked.push(new URL(request.url()).searchParams);
    });
    const sections = await branch();
    const { row, tree } = await openTree(page, sections);
    assert(asked.every((query) => query.get("limit") === "100" && query.get("include_unpublished") === "true"));
    assert(asked.length > 0);
    for (const [section, level] of [[sections.root, "1"], [sections.one, "2"], [sections.deep, "3"]]) assert.equal(await row(section).getAttribute("aria-level"), level);
    const titles = await tree.getByRole("treeitem").evaluateAll((rows) => rows.map((item) => item.getAttribute("aria-label")));
    const at = (section) => titles.indexOf(section.title);
    assert.deepEqual([at(sections.one), at(sections.deep), at(sections.two), at(sections.three)], [1, 2, 3, 4].map((step) => at(sections.root) + step));
    await page.getByRole("searchbox", { name: "Filter sections" }).fill("unfinished");
    const draft = tree.getByRole("treeitem", { name: "Unfinished", exact: true });
    await draft.waitFor();
    assert.match(await draft.innerText(), /Draft/);
  }));

test("dragging with the mouse into another section tells, moves, and can be undone", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    await api.item("story", `Inside ${sections.three.title}`, { section_id: sections.three.id });
    const { row } = await openTree(page, sections);
    await dragWithMouse(page, row(sections.three), row(sections.two), 0.5);
    await until("the ghost says what will happen", async () => /into Two of \d+ · \d+ addresses will redirect/.test((await page.locator(".ghost").innerText()).replaceAll("\n", " ")));
    await page.mouse.up();
    const toast = page.locator(".toast", { hasText: "Moved Three of" });
    await toast.waitFor();
    assert.match(await toast.innerText(), /old addresses now redirect/);
    const moved = await stored(sections.three);
    assert.equal(moved.parent_id, sections.two.id);
    assert.equal(new URL(page.url()).pathname, "/admin/sections", "a drag is no click");
    await toast.getByRole("button", { name: "Undo" }).click();
    await until("the section is back", async () => (await stored(sections.three)).parent_id === sections.root.id);
    assert.equal((await stored(sections.three)).path, sections.three.path);
    assert.deepEqual(await children(sections.root), [sections.one, sections.two, sections.three].map(({ title }) => title));
  }));

test("dragging between rows changes the order by one request", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row } = await openTree(page, sections);
    const changes = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") changes.push(request.postDataJSON());
    });
    await dragWithMouse(page, row(sections.three), row(sections.two), 0.1);
    await page.locator("[role=tree] .gap").waitFor();
    await page.mouse.up();
    await until("the order is stored", async () => (await children(sections.root)).join() === [sections.one, sections.three, sections.two].map(({ title }) => title).join());
    // The service may know of it before the browser has told.
    await until("the request is told", () => changes.length > 0);
    assert.equal(changes.length, 1);
    assert.deepEqual(Object.keys(changes[0]), ["sort_order"]);
  }));

test("nothing is dropped into itself, and Escape drops nothing", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row } = await openTree(page, sections);
    let changes = 0;
    page.on("request", (request) => (changes += request.method() === "PUT" ? 1 : 0));
    await dragWithMouse(page, row(sections.one), row(sections.deep), 0.5);
    await page.locator(".ghost.refused").waitFor();
    await page.mouse.up();
    await dragWithMouse(page, row(sections.three), row(sections.two), 0.5);
    await page.locator(".ghost").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".ghost").waitFor({ state: "detached" });
    await page.mouse.up();
    assert.equal(changes, 0);
    assert.deepEqual(await children(sections.root), [sections.one, sections.two, sections.three].map(({ title }) => title));
  }));

test("a refused move goes back and says why", () =>
  withPage({ signedIn: true, expected: (message) => /409/.test(message.text()) }, async (page) => {
    const sections = await branch();
    // The same name is taken there.
    await api.section("Taken", { parent_id: sections.two.id, slug: "taken" });
    const taken = await api.section("Taken", { parent_id: sections.root.id, slug: "taken", sort_order: 99 });
    const { tree } = await openTree(page, sections);
    const row = tree.locator(`[data-section="${taken.id}"]`);
    await dragWithMouse(page, row, tree.locator(`[data-section="${sections.two.id}"]`), 0.5);
    await page.mouse.up();
    await page.locator(".toast", { hasText: "Not moved." }).waitFor();
    assert.equal((await stored(taken)).parent_id, sections.root.id);
    await until("the row is back", async () => (await row.getAttribute("aria-level")) === "2");
  }));

test("Alt and arrows move, say so, and keep the focus", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row } = await openTree(page, sections);
    await row(sections.three).focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await page.keyboard.press("Alt+ArrowUp");
    await until("it is one up", async () => (await children(sections.root)).indexOf(sections.three.title) === 1);
    assert.equal(await focused(), sections.three.title);
    await page.keyboard.press("Alt+ArrowRight");
    await until("it is inside the one before", async () => (await stored(sections.three)).parent_id === sections.one.id);
    await until("the focus is there", async () => (await focused()) === sections.three.title);
    assert.match(await page.locator("[aria-live=polite]").allInnerTexts().then((texts) => texts.join(" ")), /moved into One/);
    await page.keyboard.press("Alt+ArrowLeft");
    await until("it is out again", async () => (await stored(sections.three)).parent_id === sections.root.id);
    assert.deepEqual(await children(sections.root), [sections.one, sections.three, sections.two].map(({ title }) => title));
  }));

test("arrows, Home and letters walk through the tree, Enter opens a section", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row } = await openTree(page, sections);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await row(sections.root).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), sections.one.title);
    await page.keyboard.press("ArrowLeft");
    await until("the branch is closed", async () => (await row(sections.one).getAttribute("aria-expanded")) === "false");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(), sections.root.title);
    await page.keyboard.type("tw");
    await until("typing finds it", async () => (await focused())?.startsWith("Tw"));
    await page.keyboard.press("Home");
    await until("the first row has the focus", async () => (await focused()) === sections.root.title);
    await row(sections.two).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/sections/${sections.two.id}`);
    await until("the row is the current one", async () => (await row(sections.two).getAttribute("aria-selected")) === "true");
  }));

test("the filter finds titles in any case, opens everything, and Escape clears it", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { tree, row } = await openTree(page, sections);
    const filter = page.getByRole("searchbox", { name: "Filter sections" });
    await filter.fill(sections.deep.title.toUpperCase());
    await until("the others are gone", async () => (await tree.getByRole("treeitem").count()) === 3);
    for (const section of [sections.root, sections.one, sections.deep]) assert(await row(section).isVisible());
    await filter.fill("no section is called so");
    await page.getByText("No section has these words").waitFor();
    await filter.press("Escape");
    assert.equal(await filter.inputValue(), "");
    await row(sections.three).waitFor();
  }));

test("the menu has the words of the specification and returns the focus", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row } = await openTree(page, sections);
    const menu = page.getByRole("menu", { name: `Actions for ${sections.two.title}` });
    await row(sections.two).focus();
    await page.keyboard.press("Shift+F10");
    await menu.waitFor();
    const words = (await menu.getByRole("menuitem").locator(".label").allTextContents()).map((text) => text.trim());
    assert.deepEqual(words, ["Add Content", "Add Child Section", "Edit Settings", "Move up", "Move down", "Move into…", "Move out", "Delete"]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), sections.two.title);
    await row(sections.two).click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Move down" }).click();
    await until("it is one down", async () => (await children(sections.root)).at(-1) === sections.two.title);
  }));

test("a child section is added, its settings are changed with a preview, and it is deleted by its name", () =>
  withPage({ signedIn: true }, async (page) => {
    const sections = await branch();
    const { row, tree } = await openTree(page, sections);
    await row(sections.two).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add Child Section" }).click();
    const dialog = page.getByRole("dialog", { name: "Add child section" });
    const title = `Grandchild ${count}`;
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("button", { name: "Add section" }).click();
    const added = tree.getByRole("treeitem", { name: title, exact: true });
    await added.waitFor();
    await until("its screen is open", async () => page.url().includes("/admin/sections/"));
    await added.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Edit Settings" }).click();
    const drawer = page.getByRole("dialog", { name: "Section settings" });
    await drawer.getByLabel("Address").fill("renamed-here");
    await drawer.getByText("1 address will redirect").waitFor();
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.waitFor({ state: "detached" });
    const [child] = (await api.send("GET", `/sections?parent_id=${sections.two.id}`)).items;
    assert.equal(child.slug, "renamed-here");
    await added.focus();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog", { name: `Delete ${title}` });
    assert.equal(await question.getByRole("button", { name: "Delete" }).getAttribute("aria-disabled"), "true", "the name has to be typed first");
    await question.getByRole("textbox").fill(title);
    await question.getByRole("button", { name: "Delete" }).click();
    await added.waitFor({ state: "detached" });
    await undo(page, `Deleted ${title}.`);
    await added.waitFor();
  }));

/** Playwright listens for the tap as well, and may find the scrolling of a moment ago not at rest yet. */
const stillScrolling = (message) => /^Ignored attempt to cancel a touch(start|end) event/.test(message.text());

test("a finger drags by the handle, scrolls by the row, and a tap opens", () =>
  withPage({ signedIn: true, viewport: PHONE, hasTouch: true, isMobile: true, expected: stillScrolling }, async (page, context) => {
    const sections = await branch();
    const { row } = await openTree(page, sections, "/admin/sections");
    const cdp = await context.newCDPSession(page);
    const touch = (type, at) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
    const centre = async (locator, part = 0.5) => {
      const box = await locator.boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height * part };
    };
    const from = await centre(row(sections.three).locator(".handle"));
    const to = await centre(row(sections.two));
    await touch("touchStart", from);
    for (let step = 1; step <= 8; step += 1) await touch("touchMove", { x: from.x, y: from.y + ((to.y - from.y) * step) / 8 });
    await page.locator(".ghost").waitFor();
    await touch("touchEnd");
    await until("it is inside", async () => (await stored(sections.three)).parent_id === sections.two.id);
    const start = await centre(row(sections.root));
    await touch("touchStart", start);
    for (let step = 1; step <= 4; step += 1) await touch("touchMove", { x: start.x, y: start.y - 20 * step });
    assert.equal(await page.locator(".ghost").count(), 0, "a row does not drag under a finger");
    await touch("touchEnd");
    await row(sections.one).getByRole("link").tap();
    await page.waitForURL(`**/admin/sections/${sections.one.id}`);
  }));

test("a phone shows how much is in each section and below it, without making it part of the name", () =>
  withPage({ signedIn: true, viewport: PHONE, hasTouch: true, isMobile: true }, async (page) => {
    const sections = await branch();
    for (const [section, is_published] of [[sections.deep, true], [sections.deep, false], [sections.one, true]]) await api.item("story", "Counted", { section_id: section.id, is_published });
    const { row } = await openTree(page, sections);
    for (const [section, count] of [[sections.root, 3], [sections.one, 3], [sections.deep, 2]]) {
      await row(section).getByText(`${count} entries`).waitFor();
      assert.match(await row(section).locator(".count").innerText(), new RegExp(`^\\W*${count}\\b`));
    }
    assert.equal(await row(sections.two).locator(".count").count(), 0, "nothing is in it");
  }));
