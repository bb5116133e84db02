/** The narrowest telephones, and pages that are enlarged: no screen scrolls sideways, and what opens above it fits. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dialogsOf } from "../../harness/above.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { clearAway, furnish, LONG, screensOf } from "../../harness/places.js";
import { JOB } from "../../harness/resume.js";
import { api, edit, notSaved, refused, toEnd } from "../../harness/writing.js";

after(leave);
const narrow = { ...refused, viewport: { width: 360, height: 640 } };
const zoomed = { ...narrow, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
let made;

before(async () => {
  made = await furnish(api, site.origin);
});
after(() => clearAway(api, made));

/** What reaches beyond the right edge of a page that scrolls sideways. */
const beyond = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} of ${clientWidth}`, ...wide.slice(0, 5).map((element) => `${element.tagName}.${element.className} ${Math.round(element.getBoundingClientRect().right)}`)];
  });

async function come(page, path, ready) {
  await page.goto(`/admin${path}`);
  await page.locator(ready).first().waitFor({ state: "attached" });
  await until(`${path} has loaded`, async () => (await page.locator("main .skeleton").count()) === 0);
}

async function walk(page) {
  const faults = [];
  for (const [path, ready] of screensOf(made)) {
    await come(page, path, ready);
    const found = await beyond(page);
    if (found.length > 0) faults.push(`${path}: ${found.join(" | ")}`);
  }
  assert.deepEqual(faults, []);
}

/** What of an open dialog or menu cannot be seen or reached within the window. */
const cutOff = (element) =>
  element.evaluate((root) => {
    const faults = [];
    const box = root.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) faults.push(`it stands beyond the window: ${Math.round(box.left)} ${Math.round(box.top)} ${Math.round(box.right)} ${Math.round(box.bottom)}`);
    const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX);
    for (const each of [root, ...root.querySelectorAll("*")]) {
      if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && (each === root || (/auto|scroll/.test(getComputedStyle(each).overflowY) && !each.matches("pre, textarea, input, table, .pills")))) faults.push(`${each.tagName}.${each.className} scrolls sideways: ${each.scrollWidth} of ${each.clientWidth}`);
    }
    for (const each of root.querySelectorAll("button, a, input, select, textarea, label")) {
      const own = each.getBoundingClientRect();
      let scroller = each.parentElement;
      while (scroller !== null && scroller !== root && !scrolls(scroller)) scroller = scroller.parentElement;
      if (own.width > 2 && (own.right > box.right + 1 || own.left < box.left - 1) && (scroller === null || scroller === root)) faults.push(`beyond its edge: ${each.tagName} ${(each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 40)}`);
      // Buttons at the foot stay within reach: what is below the edge is scrolled to.
      each.scrollIntoView({ block: "nearest" });
      const after = each.getBoundingClientRect();
      if (own.width > 2 && (after.top > innerHeight || after.bottom < 0)) faults.push(`cannot be scrolled to: ${each.tagName} ${(each.getAttribute("aria-label") ?? each.textContent).trim().slice(0, 40)}`);
    }
    return [...new Set(faults)];
  });

async function openAll(page) {
  const faults = [];
  for (const { name, path, ready, open, wide = false } of dialogsOf(made)) {
    // There is no sidebar here.
    if (wide) continue;
    await come(page, path, ready);
    const above = await open(page);
    await above.waitFor();
    faults.push(...[...(await cutOff(above)), ...(await beyond(page))].map((fault) => `${name}: ${fault}`));
  }
  assert.deepEqual(faults, []);
}

test("no screen scrolls sideways at 360 by 640, with long words, words from right to left and a deep tree", () => withPage(narrow, walk));

test("no screen scrolls sideways at 200 %", () => withPage(zoomed, walk));

test("every choice of a list is in sight at 320 pixels", () =>
  withPage({ ...narrow, viewport: { width: 320, height: 640 } }, async (page) => {
    const tagged = await api.item("story", "With a tag", { section_id: made.section.id, is_published: false, tags: [LONG.slice(0, 55)] });
    for (const path of ["/content", `/sections/${made.section.id}`]) {
      await come(page, path, "main tr, main li");
      await page.getByLabel("Tag", { exact: true }).waitFor();
      const hidden = await page.locator("main select").evaluateAll((all) => all.map((each) => [each.getAttribute("aria-label"), each.getBoundingClientRect()]).filter(([, box]) => box.left < 0 || box.right > innerWidth || box.width < 90).map(([name]) => name));
      assert.deepEqual([hidden, await beyond(page)], [[], []], path);
    }
    await api.send("DELETE", `/content/story/${tagged.id}`);
  }));

test("what opens above a screen fits into 360 by 640, and all of it can be reached", () => withPage(narrow, openAll));

test("what opens above a screen fits at 200 %", () => withPage(zoomed, openAll));

test("what could not be saved is said within the width of a telephone, with the way to try again", () =>
  withPage(narrow, async (page, context) => {
    const text = await edit(page, made.story.id);
    await context.route(`**/api/content/story/${made.story.id}`, (route) => (route.request().method() === "GET" ? route.continue() : route.abort("connectionreset")));
    await toEnd(page, text);
    await page.keyboard.type(" More.");
    await notSaved(page, "More.");
    assert.deepEqual(await beyond(page), []);
    const again = page.getByRole("button", { name: "Try again" });
    const box = await again.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24 && box.x + box.width <= 360, JSON.stringify(box));
    await context.unroute(`**/api/content/story/${made.story.id}`);
    await again.click();
    await page.getByRole("status").filter({ hasText: /^Saved/ }).waitFor();
  }));

test("a result of the tailor stays within the width of a telephone in each of its views", () =>
  withPage(narrow, async (page) => {
    await page.goto("/admin/tailor");
    await page.getByRole("textbox").first().fill(`${JOB}\n- Experience with ${LONG}`);
    await page.getByRole("button", { name: /^Tailor/ }).last().click();
    await page.waitForURL(/\/tailor\/[0-9a-f-]{36}/);
    await page.locator("main button.text").first().waitFor();
    for (const view of ["", "?view=requirements", "?view=pages", "?view=sides"]) {
      await page.goto(`${new URL(page.url()).pathname}${view}`);
      await page.getByRole("radiogroup").or(page.locator("main .segmented")).first().waitFor();
      assert.deepEqual(await beyond(page), [], view);
    }
  }));
