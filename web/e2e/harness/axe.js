/** axe over a page of the admin area as it stands. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { DESKTOP, PHONE } from "./browser.js";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that see colours. In the second scheme all others would find the same again. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Light or dark, at once. */
export async function wear(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  // The browser does not work out every inherited colour anew when the scheme changes under it; it does for the attribute.
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, scheme);
}

/** What axe finds in both schemes, and whether the page scrolls sideways. `more` are tags of rules besides. */
export async function findings(page, what, more = []) {
  await page.evaluate(axe.source);
  const width = page.viewportSize().width;
  const found = [];
  for (const [scheme, runOnly] of [["light", { type: "tag", values: [...RULES, ...more] }], ["dark", { type: "rule", values: COLOURS }]]) {
    await wear(page, scheme);
    // Frames show a page of the site, which is looked at elsewhere.
    const { violations } = await page.evaluate((options) => window.axe.run(document, options), { runOnly, resultTypes: ["violations"], iframes: false });
    for (const { id, nodes } of violations) found.push(...nodes.map((node) => `${what}, ${width} ${scheme}: ${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
  }
  await wear(page, "light");
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wider > 0) found.push(`${what}, ${width}: ${wider} pixels wider than the window`);
  return found;
}

/** In both widths. The page must have been opened with `bypassCSP`: axe is a script from outside. */
export async function assertAccessible(page, what) {
  const found = [];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    found.push(...(await findings(page, what)));
  }
  await page.setViewportSize(DESKTOP);
  assert.deepEqual(found, []);
}
