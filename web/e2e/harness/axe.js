/** axe over a page of the admin area as it stands, in both widths and both schemes. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { DESKTOP, PHONE } from "./browser.js";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Light or dark, at once. */
export async function wear(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  // The browser does not work out every inherited colour anew when the scheme changes under it; it does for the attribute.
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, scheme);
}

/** The page must have been opened with `bypassCSP`: axe is a script from outside. */
export async function assertAccessible(page, what) {
  await page.evaluate(axe.source);
  const found = [];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    for (const scheme of ["light", "dark"]) {
      await wear(page, scheme);
      // Frames show a page of the site, which is looked at elsewhere.
      const options = { runOnly: { type: "tag", values: RULES }, resultTypes: ["violations"], iframes: false };
      const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
      for (const { id, nodes } of violations) {
        found.push(...nodes.map((node) => `${what}, ${viewport.width} ${scheme}: ${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
      }
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wider > 0) found.push(`${what}, ${viewport.width}: ${wider} pixels wider than the window`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(found, []);
}
