/** What machines read: feeds, the sitemap, and how much is sent for a page. */
import assert from "node:assert/strict";
import { brotliDecompressSync } from "node:zlib";
import { request } from "node:http";
import { after, test } from "node:test";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { Api } from "../harness/api.js";
import { inTurn, leave, site, until, withPage } from "../harness/browser.js";

after(leave);
const text = async (path) => (await fetch(site.origin + path)).text();

test("a feed reader reads the feeds of the site, a section and a tag", async () => {
  for (const place of ["", "/writing", "/writing/walks", "/tags/glass"]) {
    const atom = parseAtomFeed(await text(`${place}/feed.xml`));
    const json = parseJsonFeed(await text(`${place}/feed.json`));
    assert(atom.entries.length > 0, place);
    assert.deepEqual(atom.entries.map(({ title }) => title.value ?? title), json.items.map(({ title }) => title), place);
    for (const entry of atom.entries) {
      assert(entry.id && entry.updated && entry.links[0].href.startsWith(site.origin), JSON.stringify(entry));
    }
  }
});

test("feeds have the full text with full addresses", async () => {
  const feed = parseJsonFeed(await text("/writing/feed.json"));
  const long = feed.items.find(({ url }) => url.endsWith("/writing/long-read"));
  assert.match(long.content_html, /What I do now/);
  assert.doesNotMatch(long.content_html, /(src|href)="\//);
});

test("the sitemap is well-formed and every address in it answers", async () => {
  const sitemap = await text("/sitemap.xml");
  const listed = await withPage({}, async (page) => {
    await page.goto("/imprint");
    return page.evaluate((source) => {
      const tree = new DOMParser().parseFromString(source, "application/xml");
      if (tree.querySelector("parsererror")) throw new Error(tree.querySelector("parsererror").textContent);
      return [...tree.querySelectorAll("loc")].map((place) => place.textContent);
    }, sitemap);
  });
  assert(listed.length > 50);
  const wrong = [];
  await inTurn(listed, 4, async (address) => {
    const { status } = await fetch(address, { redirect: "manual" });
    if (status !== 200) wrong.push(`${address} ${status}`);
  });
  assert.deepEqual(wrong, []);
});

test("a page tells machines what it is", () =>
  withPage({}, async (page) => {
    const answer = await page.goto(site.made.long);
    const head = (selector, name) => page.locator(`head ${selector}`).first().getAttribute(name);
    assert.equal(await head("link[rel=canonical]", "href"), site.origin + site.made.long);
    assert.equal(await head("meta[property='og:title']", "content"), "What the plates could not show");
    const card = await head("meta[property='og:image']", "content");
    assert.equal(new URL(card).origin, site.origin);
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = new URL(address).pathname;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, card);
    assert.deepEqual(size, [1200, 630]);
    const data = (await page.locator("script[type='application/ld+json']").allTextContents()).flatMap((text) => JSON.parse(text));
    const types = data.map((each) => each["@type"]);
    assert(types.includes("BlogPosting") && types.includes("BreadcrumbList"), types.join());
    for (const mark of ["h-entry", "p-name", "e-content", "dt-published"]) assert((await page.locator(`.${mark}`).count()) > 0, mark);
    const rules = answer.headers()["speculation-rules"].replaceAll('"', "");
    assert((await (await fetch(site.origin + rules)).json()).prefetch.length > 0);
    await page.goto("/");
    const home = (await page.locator("script[type='application/ld+json']").allTextContents()).flatMap((text) => JSON.parse(text)).map((each) => each["@type"]);
    assert(home.includes("WebSite") && home.includes("Person"), home.join());
    assert.equal((await fetch(new URL(await head("link[rel=manifest]", "href"), site.origin))).status, 200);
    assert.equal((await fetch(new URL(await head("link[rel=icon]", "href"), site.origin))).status, 200);
    assert((await page.locator("link[rel=me], a[rel~=me]").count()) > 0);
  }));

test("a page is counted when its link is followed, fetched ahead or not", () =>
  withPage({}, async (page) => {
    const api = new Api(site.origin, site.token);
    const views = async () => (await api.send("GET", "/visits?days=3")).days.reduce((sum, { views }) => sum + views, 0);
    await page.goto("/writing");
    const link = page.getByRole("heading", { name: "A second look at quicksilver" }).getByRole("link");
    const before = await views();
    await link.hover();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL("**/writing/a-second-look-at-quicksilver");
    await until("it is counted", async () => (await views()) > before);
  }));

test("faces and pictures are sent as they are, text is compressed", async () => {
  const encoding = (path) =>
    new Promise((done, failed) => {
      request(site.origin + path, { headers: { "accept-encoding": "br, gzip" } }, (answer) => {
        answer.resume();
        done(answer.headers["content-encoding"]);
      })
        .on("error", failed)
        .end();
    });
  const page = await text(site.made.long);
  const face = page.match(/\/assets\/[^"]+\.woff2/)[0];
  const picture = page.match(/\/media\/[^" ]+\.webp/)[0];
  assert.deepEqual([await encoding(face), await encoding(picture), await encoding(site.made.video)], [undefined, undefined, undefined]);
  assert.deepEqual([await encoding(site.made.long), await encoding("/feed.xml")], ["br", "br"]);
});

/** How many bytes a file is on the wire in brotli. */
function brotli(address) {
  return new Promise((done, failed) => {
    request(address, { headers: { "accept-encoding": "br" } }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => {
        const bytes = Buffer.concat(pieces);
        if (answer.headers["content-encoding"] !== "br") return failed(new Error(`${address} is not compressed`));
        brotliDecompressSync(bytes);
        done(bytes.length);
      });
    })
      .on("error", failed)
      .end();
  });
}

test("script and style of a page stay within their budgets", async () => {
  for (const path of [site.made.long, "/contact"]) {
    await withPage({}, async (page) => {
      const loaded = { script: new Set(), stylesheet: new Set() };
      page.on("request", (request) => loaded[request.resourceType()]?.add(request.url()));
      await page.goto(path, { waitUntil: "networkidle" });
      const sum = async (addresses) => (await Promise.all([...addresses].map(brotli))).reduce((a, b) => a + b, 0);
      const [script, style] = [await sum(loaded.script), await sum(loaded.stylesheet)];
      assert(loaded.script.size > 0, `${path} has a script`);
      assert(script <= 6000, `${path}: ${script} bytes of script`);
      assert(style <= 10_000, `${path}: ${style} bytes of style`);
    });
  }
});
