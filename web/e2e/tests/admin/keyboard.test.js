/** Every screen and every dialog by keys alone, and as it is read aloud: nothing unreachable, unseen, unnamed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dialogsOf } from "../../harness/above.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { holdsFocus, tabThrough } from "../../harness/keys.js";
import { clearAway, furnish, screensOf } from "../../harness/places.js";
import { readAloud } from "../../harness/tree.js";
import { api, refused } from "../../harness/writing.js";

let made;
before(async () => {
  made = await furnish(api, site.origin);
});
after(async () => {
  await clearAway(api, made);
  await leave();
});

async function come(page, path, ready) {
  await page.goto(`/admin${path}`);
  await page.locator(ready).first().waitFor({ state: "attached" });
  await until(`${path} has loaded`, async () => (await page.locator("main .skeleton, .side .skeleton").count()) === 0);
}

test("Tab comes to every control of every screen, which is seen and has a name", () =>
  withPage(refused, async (page) => {
    const faults = [];
    for (const [path, ready] of screensOf(made)) {
      await come(page, path, ready);
      const found = await tabThrough(page);
      // The sidebar, then the bar of the screen, then the work, then what is beside it: nobody is sent to and fro.
      const places = found.stops.map(({ place }) => place).filter((place, index, all) => place !== all[index - 1] && place !== "above");
      const once = places.slice(0, places.indexOf("page", 1) === -1 ? undefined : places.indexOf("page", 1));
      for (const place of ["sidebar", "bar", "work", "details"]) if (once.indexOf(place) !== once.lastIndexOf(place)) faults.push(`${path}: to and fro: ${once.join(" ")}`);
      faults.push(...new Set([...found.faults, ...(await readAloud(page))].map((fault) => `${path}: ${fault}`)));
    }
    assert.deepEqual(faults, []);
  }));

/** A menu is one stop; its entries are gone through by arrows, and round again. */
async function arrowsThrough(page, menu) {
  const wanted = await menu.locator("[role=menuitem]:not([aria-disabled=true])").count();
  const reached = new Set();
  for (let step = 0; step < wanted; step += 1) {
    reached.add(await page.evaluate(() => document.activeElement.textContent.trim()));
    await page.keyboard.press("ArrowDown");
  }
  return reached.size === wanted ? [] : [`the arrows come to ${reached.size} of ${wanted} entries`];
}

test("what opens above a screen takes the focus, keeps it, and gives it back on Escape", () =>
  withPage(refused, async (page) => {
    const faults = [];
    for (const { name, path, ready, open, back, beside = false } of dialogsOf(made)) {
      const say = (fault) => faults.push(`${name}: ${fault}`);
      await come(page, path, ready);
      await page.evaluate(() => document.addEventListener("keydown", () => (window.hadFocus = document.activeElement.closest("dialog, [role=menu]") ? window.hadFocus : document.activeElement), true));
      const above = await open(page);
      await above.waitFor();
      await until(`${name} has the focus`, () => holdsFocus(above)).catch(() => say("does not take the focus"));
      // What had the focus when it was opened.
      const opener = back ? await back(page).elementHandle() : (await page.evaluateHandle(() => window.hadFocus)).asElement();
      if ((await above.getAttribute("role")) === "menu") (await arrowsThrough(page, above)).forEach(say);
      else {
        // The page beside it is on the way, too: from its first control all of its own come before that.
        if (beside) await above.locator("button, input, select, textarea").first().focus();
        const { faults: found, stops } = await tabThrough(page, above);
        found.forEach(say);
        const outside = stops.find(({ place }) => place !== "above");
        if (!beside && outside) say(`Tab leaves it to ${outside.says}`);
        if (beside) await above.locator("button, input, select, textarea").first().focus();
      }
      for (const fault of new Set(await readAloud(page, { above: true }))) say(fault);
      await page.keyboard.press("Escape");
      await above.waitFor({ state: "detached" }).catch(() => say("Escape does not close it"));
      await until(`${name} gives the focus back`, () => opener.evaluate((element) => element === document.activeElement), 5_000).catch(async () => say(`the focus is not back, but on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80))}`));
    }
    assert.deepEqual(faults, []);
  }));
