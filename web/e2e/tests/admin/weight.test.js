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

/** Counts the scripts and styles that have come over the line, and not out of the browser's cache. */
async function weigh(wire) {
  await wire.send("Network.enable");
  const known = new Map();
  const cached = new Set();
  wire.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  wire.on("Network.responseReceived", ({ requestId, response }) => {
    const path = new URL(response.url).pathname;
    if (!/^\/assets\/.*\.(js|css)$/.test(path) || response.fromDiskCache || cached.has(requestId)) return;
    known.set(requestId, { path, bytes: 0, packed: response.headers["content-encoding"] ?? response.headers["Content-Encoding"] });
  });
  // Without their headers, as the build weighs them.
  wire.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const file = known.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  return () => [...known.values()];
}

/** Holds files back until it is called: below the cache, which a route of the driver would switch off. */
async function holdBack(wire, patterns) {
  const waiting = [];
  let isOver = false;
  const go = (requestId) => wire.send("Fetch.continueRequest", { requestId });
  wire.on("Fetch.requestPaused", ({ requestId }) => void (isOver ? go(requestId) : waiting.push(requestId)));
  await wire.send("Fetch.enable", { patterns: patterns.map((urlPattern) => ({ urlPattern, requestStage: "Request" })) });
  return async () => {
    isOver = true;
    for (const requestId of waiting) await go(requestId);
  };
}

const sum = (files) => files.reduce((all, { bytes }) => all + bytes, 0);
const told = (files) => files.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");

test("the first screen stays below 60 kB of script and style, the editor below 100 kB more", async () => {
  const api = new Api(site.origin, site.token);
  const story = await api.item("story", "Weighed", { is_published: true });
  await withPage(owner, async (page, context) => {
    const wire = await context.newCDPSession(page);
    const files = await weigh(wire);
    await page.goto("/admin/more");
    await page.getByRole("navigation", { name: "All places" }).waitFor();
    await until("all has arrived", () => files().length > 0 && files().every(({ bytes }) => bytes > 0));
    const first = files();
    assert.ok(first.every(({ packed }) => packed === "gzip" || packed === "br"), told(first));
    assert.ok(sum(first) <= MOST_FIRST, `${sum(first)}\n${told(first)}`);
    // Held back until the text can be written: what comes after it is not what somebody waits for. How much of it has
    // come by then is a matter of luck; what the text itself waits for, the build weighs to the byte.
    const letCome = await holdBack(wire, ["later", "Bars", "Details"].map((part) => `*/assets/${part}-*`));
    await page.evaluate((path) => navigation.navigate(path), `/admin/edit/story/${story.id}`);
    await page.locator(".ProseMirror[contenteditable=true]").waitFor();
    await until("all has arrived", () => files().every(({ bytes }) => bytes > 0));
    const more = files().slice(first.length);
    assert.equal(new Set(files().map(({ path }) => path)).size, files().length, `each file once\n${told(files())}`);
    assert.ok(more.length > 0 && sum(more) <= MOST_EDITOR, `${sum(more)}\n${told(more)}`);
    // Letters are taken before the rest is there.
    await page.locator(".ProseMirror").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Written at once.");
    await page.getByText("Written at once.").waitFor();
    await letCome();
    await page.getByRole("complementary", { name: "Details" }).getByText("Address").first().waitFor();
    await page.keyboard.press("Control+z");
    await until("it is taken back", async () => (await page.getByText("Written at once.").count()) === 0);
  });
  await api.send("DELETE", `/content/story/${story.id}`);
});
