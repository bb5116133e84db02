/** Pictures in the page: which file is loaded when, and what stands there before. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, leave, listed, PHONE, site, withPage } from "../harness/browser.js";

after(leave);
const SIZES = "(max-width: 400px) 400px, (max-width: 768px) 768px, (max-width: 1536px) 1536px, 2048px";
const CONTENT = "main img:not(.placeholder)";

test("every content picture has its size, and all but the first wait until they are near", async () => {
  const paths = (await listed(site.origin)).filter((path) => !/\/day-\d\d$/.test(path));
  await withPage({ script: false }, async (page) => {
    for (const path of paths) {
      await page.goto(path);
      const pictures = await page.locator(CONTENT).evaluateAll((found) =>
        found.map((image) => ["width", "height", "loading", "fetchpriority", "alt", "src"].map((name) => image.getAttribute(name))),
      );
      for (const [index, [width, height, loading, priority, alt, src]] of pictures.entries()) {
        assert(Number(width) > 0 && Number(height) > 0, `${path}: ${src} is ${width} by ${height}`);
        assert.notEqual(alt, null, `${path}: ${src}`);
        if (index === 0) assert.deepEqual([loading === "lazy", priority], [false, "high"], `${path}: ${src}`);
        else assert.deepEqual([loading, priority], ["lazy", null], `${path}: ${src}`);
      }
    }
  });
});

test("new uploads have the four widths and the sizes of the specification", () =>
  withPage({ script: false }, async (page) => {
    await page.goto(site.made.long);
    const picture = page.locator(`${CONTENT}[srcset]`).first();
    const widths = (await picture.getAttribute("srcset")).split(", ").map((candidate) => candidate.split(" ")[1]);
    // The drawing is 1600 wide: nothing is blown up.
    assert.deepEqual(widths, ["400w", "768w", "1536w", "1600w"]);
    assert.equal(await picture.getAttribute("sizes"), SIZES);
  }));

test("old markup with 500, 750 and 1200 pixels stays as it is and can be enlarged", () =>
  withPage({}, async (page) => {
    const shown = await (await fetch(site.origin + site.made.old)).text();
    for (const name of ["src", "srcset", "sizes", "alt"]) {
      const [attribute] = site.made.oldMarkup.match(new RegExp(`\\b${name}="[^"]*"`));
      assert(shown.includes(attribute), `${attribute} in ${shown}`);
    }
    await page.goto(site.made.old);
    const picture = page.locator("main .prose img:not(.placeholder)");
    await picture.click();
    await page.getByRole("dialog").waitFor();
    assert(await picture.evaluate((image) => image.naturalWidth > 0));
  }));

test("before a picture has come there is a small one in its place, without script", async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    await withPage({ script: false, viewport, expected: (message) => message.text().includes("ERR_FAILED") }, async (page) => {
      await page.route("**/media/**", (route) => route.abort());
      await page.goto(site.made.long);
      const placeholder = page.locator("main .placeholder").first();
      assert.match(await placeholder.getAttribute("src"), /^data:image\//);
      const [small, large] = [await placeholder.boundingBox(), await page.locator(CONTENT).first().boundingBox()];
      // It covers the whole place of the picture, which is kept free.
      assert(small.width >= large.width && small.height >= large.height && large.height > 100, JSON.stringify([small, large]));
    });
  }
});

test("a phone loads a smaller file than a desktop", async () => {
  const loaded = async (viewport) =>
    withPage({ viewport }, async (page) => {
      await page.goto(site.made.long, { waitUntil: "networkidle" });
      return page.locator(CONTENT).first().evaluate((image) => Number(image.currentSrc.match(/_(\d+)\.webp$/)?.[1] ?? 2048));
    });
  assert((await loaded(PHONE)) < (await loaded(DESKTOP)));
});
