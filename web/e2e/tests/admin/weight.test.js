/** What goes over the line before somebody can work: the first screen, and the editor after it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, site, until, withPage } from "../../harness/browser.js";

after(leave);
const owner = { signedIn: true };
/** In bytes as they are sent, compressed: scripts and styles. */
const MOST_FIRST = 60_000;
const MOST_EDITOR = 100_000;

/** Counts the scripts and styles that have arrived. */
async function weigh(context, page) {
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const known = new Map();
  wire.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || type === "Stylesheet") known.set(requestId, { path: new URL(response.url).pathname, bytes: 0, packed: response.headers["content-encoding"] ?? response.headers["Content-Encoding"] });
  });
  // Without their headers, as the build weighs them.
  wire.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const file = known.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  return () => [...known.values()];
}
const sum = (files) => files.reduce((all, { bytes }) => all + bytes, 0);
const told = (files) => files.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");

test("the first screen stays below 60 kB of script and style, the editor below 100 kB more", async () => {
  const api = new Api(site.origin, site.token);
  const story = await api.item("story", "Weighed", { is_published: true });
  await withPage(owner, async (page, context) => {
    const files = await weigh(context, page);
    await page.goto("/admin/more");
    await page.getByRole("navigation", { name: "All places" }).waitFor();
    await until("all has arrived", () => files().length > 0 && files().every(({ bytes }) => bytes > 0));
    const first = files();
    assert.ok(first.every(({ packed }) => packed === "gzip" || packed === "br"), told(first));
    assert.ok(sum(first) <= MOST_FIRST, `${sum(first)}\n${told(first)}`);
    // Held back until the text can be written: what comes after it is not what somebody waits for.
    let written = false;
    const waiting = [];
    await page.route(/\/(Bars|Details)-[^/]*\.(js|css)$/, (route) => {
      if (written) return route.continue();
      waiting.push(route);
    });
    await page.evaluate((path) => navigation.navigate(path), `/admin/edit/story/${story.id}`);
    await page.locator(".ProseMirror[contenteditable=true]").waitFor();
    await until("all has arrived", () => files().every(({ bytes }) => bytes > 0));
    const more = files().slice(first.length);
    assert.ok(more.length > 0 && sum(more) <= MOST_EDITOR, `${sum(more)}\n${told(more)}`);
    // Letters are taken before the bars are there.
    await page.locator(".ProseMirror").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Written at once.");
    await page.getByText("Written at once.").waitFor();
    written = true;
    for (const route of waiting) await route.continue();
    await page.getByRole("complementary", { name: "Details" }).getByText("Address").first().waitFor();
    await page.keyboard.press("Control+z");
    await until("it is taken back", async () => (await page.getByText("Written at once.").count()) === 0);
  });
  await api.send("DELETE", `/content/story/${story.id}`);
});
