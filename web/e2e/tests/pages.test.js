/** What holds for every page: it is sound, accessible, valid, and fits into a narrow window. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import axe from "axe-core";
import { addresses, DESKTOP, inTurn, leave, PHONE, site, withPage } from "../harness/browser.js";

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
  const folder = await mkdtemp(join(tmpdir(), "folia-nu-"));
  try {
    const missing = ["/no/such/place"];
    const files = await Promise.all(
      [...pages, ...missing].map(async (path, index) => {
        const answer = await fetch(site.origin + path, { headers: { accept: "text/html" } });
        const file = join(folder, `${index}.html`);
        await writeFile(file, await answer.text());
        return file;
      }),
    );
    const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
    const args = ["-Xss1m", "-jar", jar, "--errors-only", "--format", "json", ...files];
    const said = await new Promise((done) => execFile("java", args, { maxBuffer: 1 << 26 }, (_, out, err) => done(err || out)));
    const errors = JSON.parse(said).messages.map(({ url, lastLine, message, extract }) => {
      const path = [...pages, ...missing][Number(url.match(/(\d+)\.html$/)[1])];
      return `${path}:${lastLine} ${message} | ${extract}`;
    });
    assert.deepEqual(errors, []);
  } finally {
    await rm(folder, { recursive: true });
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
