/** What holds for every page: it is sound, accessible, valid, and fits into a narrow window. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import axe from "axe-core";
import { assertAccessible } from "../harness/axe.js";
import { addresses, DESKTOP, inTurn, leave, PHONE, site, withPage } from "../harness/browser.js";
import { invalidities } from "../harness/nu.js";

after(leave);
const pages = await addresses();
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function findings(page, only) {
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), { runOnly: only, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}

test("axe finds nothing on any page, light and dark, on phone and desktop", async () => {
  const found = {};
  await inTurn(pages, 2, (path) =>
    withPage({}, async (page) => {
      await page.goto(path);
      await page.evaluate(axe.source);
      // Colours do not move anything, so the other scheme needs one rule only.
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: "light" });
        const light = await findings(page, { type: "tag", values: RULES });
        await page.emulateMedia({ colorScheme: "dark" });
        const dark = await findings(page, { type: "rule", values: ["color-contrast"] });
        if (light.length + dark.length > 0) found[`${path} at ${viewport.width}`] = { light, dark };
      }
    }),
  );
  assert.deepEqual(found, {});
});

test("no page is wider than a window of 320 pixels, with and without script", async () => {
  const wide = [];
  for (const script of [true, false]) {
    await inTurn(pages, 2, (path) =>
      withPage({ script, viewport: { width: 320, height: 640 } }, async (page) => {
        await page.goto(path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 320) wide.push(`${path} is ${width} wide`);
      }),
    );
  }
  assert.deepEqual(wide, []);
});

test("every page is valid HTML for the Nu checker", async () => {
  assert.deepEqual(await invalidities(site.origin, [...pages, "/no/such/place"]), []);
});

test("axe finds nothing in the open menu, in an enlarged picture and on a page that is not there", async () => {
  await withPage({}, async (page) => {
    await page.goto(site.made.long);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Menu" }).waitFor();
    await assertAccessible(page, "the menu");
  });
  await withPage({}, async (page) => {
    await page.goto(site.made.long);
    await page.locator("main .prose img:not(.placeholder)").first().click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "an enlarged picture");
  });
  await withPage({ expected: (message) => message.location().url.endsWith("/no/such/place") }, async (page) => {
    await page.goto("/no/such/place");
    await assertAccessible(page, "404");
  });
});

test("a page says the same with and without script", async () => {
  // Only what does something by script may be there more: buttons.
  const said = () => {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((part) => [part.textContent.trim(), part.getAttribute("href")]);
    const main = document.querySelector("main").cloneNode(true);
    for (const button of main.querySelectorAll("button, output, [role=status]")) button.remove();
    return { words: main.textContent.replace(/\s+/g, " "), links: texts("main a, header a, footer a"), headings: texts("h1, h2, h3") };
  };
  const kinds = ["/", "/writing", "/projects", "/pictures", "/about", site.made.long, "/projects/plate-index", "/pictures/drawing-1", "/tags/days", "/search?q=quicksilver", "/contact"];
  for (const path of kinds) {
    const pages = [];
    for (const script of [true, false]) {
      await withPage({ script }, async (page) => {
        await page.goto(path);
        pages.push(await page.evaluate(said));
      });
    }
    assert.deepEqual(pages[0], pages[1], path);
  }
});

test("every page has one h1, landmarks, a language, a title, and a way past the navigation", async () => {
  for (const path of pages.slice(0, 12)) {
    await withPage({ script: false }, async (page) => {
      await page.goto(path);
      assert.equal(await page.locator("h1").count(), 1, path);
      for (const landmark of ["banner", "main", "contentinfo"]) {
        assert.equal(await page.getByRole(landmark).count(), 1, `${landmark} of ${path}`);
      }
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
      assert.notEqual(await page.title(), "");
      await page.keyboard.press("Tab");
      assert.match(await page.evaluate(() => document.activeElement.getAttribute("href")), /^#/);
    });
  }
});
