/** For everybody: keys alone, 200 % zoom, reduced motion. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { DESKTOP, leave, site, until, withPage } from "../../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };

const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null || element === document.body ? "" : element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ");
  });

/** Presses Tab until something with this name has the focus. */
async function tabTo(page, name, { back = false } = {}) {
  for (let step = 0; step < 80; step += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab never came to ${name}; last was “${await focused(page)}”`);
}

test("by keys alone a section is made, a story is written in it, published, found and deleted", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Skip to the content");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "work");

    await page.keyboard.press("Shift+N");
    await page.getByRole("dialog", { name: "Add section" }).waitFor();
    await until("the title has the focus", () => page.evaluate(() => document.activeElement instanceof HTMLInputElement));
    await page.keyboard.type("Keys alone");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Keys alone", level: 1 }).waitFor();
    const { section } = await api.send("GET", "/sections/resolve-path/keys-alone");

    await tabTo(page, /^Add content$/);
    await page.keyboard.press("Enter");
    await until("the title is waited for", () => page.getByRole("textbox", { name: "Title" }).evaluate((field) => field === document.activeElement).catch(() => false));
    await page.keyboard.type("Written without a mouse");
    await page.keyboard.press("Enter");
    await until("the text has the focus", () => page.getByRole("textbox", { name: "Text", exact: true }).evaluate((text) => text === document.activeElement).catch(() => false));
    await page.keyboard.type("Every word of it.");
    await page.keyboard.press("Control+Enter");
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    await panel.waitFor();
    await tabTo(page, /^Publish now$/);
    await page.keyboard.press("Enter");
    await page.getByText("Everybody sees it").waitFor();
    assert.equal((await fetch(`${site.origin}/keys-alone/written-without-a-mouse`)).status, 200);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor();
    await page.keyboard.type("Keys alone");
    const results = page.getByRole("listbox", { name: "Results" });
    await results.getByRole("option", { name: /^Keys alone/ }).first().waitFor();
    for (let step = 0; step < 20 && !/^Keys alone/.test(await results.getByRole("option", { selected: true }).innerText()); step += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/sections/${section.id}`);
    await page.getByRole("link", { name: "Written without a mouse" }).waitFor();
    await tabTo(page, /^Actions for Written without a mouse$/);
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await until("the first entry has the focus", async () => (await focused(page)) === "Edit");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Nothing in Keys alone yet" }).waitFor();
    await api.send("DELETE", `/sections/${section.id}`);
  }));

test("what has the focus can be seen: an outline on every stop of the home screen and of a section", () =>
  withPage(owner, async (page) => {
    const { section } = await api.send("GET", "/sections/resolve-path/writing/walks");
    for (const path of ["/admin", `/admin/sections/${section.id}?q=day%201`]) {
      await page.goto(path);
      await page.locator("main h2, main table").first().waitFor();
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press("Tab");
        const seen = await page.evaluate(() => {
          const element = document.activeElement;
          if (element === document.body) return true;
          const around = [element, element.closest("label"), element.parentElement].filter((each) => each !== null);
          const shows = (each) => {
            const style = getComputedStyle(each);
            return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
          };
          return around.some(shows) || `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40)}`;
        });
        assert.equal(seen, true, `${path}: nothing shows that the focus is on ${seen}`);
      }
    }
  }));

test("at 200 % everything can be reached and nothing scrolls sideways", async () => {
  const { content_item: long, section } = await api.send("GET", `/sections/resolve-path${site.made.long}`);
  const [picture] = (await api.send("GET", "/uploads?kind=image&limit=1")).items;
  // Twice as large is half as many pixels: 1280 by 800 becomes 640 by 400.
  await withPage({ ...owner, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, async (page) => {
    const screens = [
      ["/admin", page.getByRole("heading", { name: "Needs attention" })],
      ["/admin/sections", page.getByRole("treeitem", { name: "Writing", exact: true })],
      ["/admin/content", page.getByRole("main").getByRole("row").nth(1)],
      [`/admin/sections/${section.id}`, page.getByRole("link", { name: "Nothing but a title" })],
      [`/admin/edit/story/${long.id}`, page.getByRole("textbox", { name: "Text", exact: true })],
      [`/admin/edit/story/${long.id}/revisions`, page.getByRole("heading", { name: "Revisions", level: 1 })],
      ["/admin/media", page.getByRole("main").getByRole("listitem").first()],
      [`/admin/media/${picture.id}`, page.getByRole("slider", { name: "Focal point across" })],
      ["/admin/navigation", page.getByRole("button", { name: "Add link" })],
      ["/admin/more", page.getByRole("link", { name: "Media" })],
    ];
    for (const [path, sign] of screens) {
      await page.goto(path);
      await sign.waitFor();
      await sign.scrollIntoViewIfNeeded();
      const [wide, hidden] = await page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        [...document.querySelectorAll("main button, main a, header button, header a")].filter((element) => {
          const box = element.getBoundingClientRect();
          const inScroller = element.closest("table, .pills, .crops, [role=tree]") !== null;
          return box.width > 0 && !inScroller && !element.closest(".visually-hidden, .skip") && (box.right > innerWidth + 1 || box.left < -1);
        }).map((element) => element.getAttribute("aria-label") ?? element.textContent.trim()),
      ]);
      assert.equal(wide, 0, `${path} is ${wide} pixels wider than the window`);
      assert.deepEqual(hidden, [], `${path}: beyond the edge`);
    }
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or jump to" });
    await field.fill("walks");
    const option = page.getByRole("listbox", { name: "Results" }).getByRole("option").first();
    await until("the first result of the palette is in sight", async () => {
      const box = await option.boundingBox();
      return box !== null && box.y + box.height <= 400;
    });
  });
});

test("with reduced motion nothing moves: menus, dialogs, toasts and moved rows are there at once", () =>
  withPage({ ...owner, reducedMotion: "reduce", viewport: DESKTOP }, async (page) => {
    const moved = await api.section("Moved calmly", { sort_order: -9 });
    const other = await api.section("Stays calmly", { sort_order: -10 });
    const still = async (what) => {
      const long = await page.evaluate(() => document.getAnimations().filter((animation) => animation.effect.getComputedTiming().duration > 10).map((animation) => animation.animationName ?? animation.transitionProperty));
      assert.deepEqual(long, [], what);
    };
    await page.goto("/admin/sections");
    const row = page.getByRole("treeitem", { name: moved.title, exact: true });
    await row.focus();
    await page.keyboard.press("Alt+ArrowUp");
    await still("a moved row");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await still("a toast");
    await row.focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    await still("a menu");
    await page.getByRole("menuitem", { name: "Edit Settings" }).click();
    await page.getByRole("dialog", { name: "Section settings" }).waitFor();
    await still("a drawer");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor();
    await still("the palette");
    for (const { id } of [moved, other]) await api.send("DELETE", `/sections/${id}`);
  }));
