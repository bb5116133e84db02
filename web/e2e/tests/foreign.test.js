/** Bodies that came from elsewhere: whatever was typed or pasted, its page is valid, accessible and fits. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { Api } from "../harness/api.js";
import { findings } from "../harness/axe.js";
import { inTurn, leave, PHONE, withPage } from "../harness/browser.js";
import { FOREIGN } from "../harness/foreign.js";
import { invalidities } from "../harness/nu.js";
import { startServer } from "../harness/server.js";

// A site of its own: on the one that all share, other tests would look at these pages too.
const server = await startServer();
const { origin } = server;
after(async () => {
  await leave();
  await server.stop();
});
const paths = Object.keys(FOREIGN).map((name) => `/foreign/${name}`);

before(async () => {
  const api = new Api(origin, await server.command("token", "create", "--role", "admin"));
  const section = await api.section("Foreign");
  for (const [name, body] of Object.entries(FOREIGN)) {
    await api.item("story", `From elsewhere: ${name}`, { slug: name, section_id: section.id, body, tags: ["elsewhere"] });
  }
});

/** What cannot be mended without guessing what was meant: where a row ends, what an address was to be. */
const GUESSES = /Table column|Table cell spans past|table row|Bad value .* for attribute .href.|has no cells beginning/;

test("the Nu checker finds nothing in them that could be mended", async () => {
  const found = await invalidities(origin, [...paths, "/foreign", "/tags/elsewhere"]);
  assert.deepEqual(found.filter((error) => !GUESSES.test(error)), []);
});

test("their pages are accessible and no wider than a phone", async () => {
  const found = [];
  // Pictures without words for those who do not see them, and links without any, are as they were written.
  // Two notes at one place stand side by side: in a sentence that is allowed, but in this body there is no other word.
  const theirs = /image-alt|link-name|svg-img-alt|video-caption|empty-table-header|target-size: #fn-\d+-ref/;
  // Pictures and videos that are not there.
  const expected = (message) => message.location().url.includes("/media/");
  await inTurn(paths, 2, (path) =>
    withPage({ origin, viewport: PHONE, bypassCSP: true, expected }, async (page) => {
      await page.goto(path);
      found.push(...(await findings(page, path)).filter((finding) => !theirs.test(finding)));
    }),
  );
  assert.deepEqual(found, []);
});

test("feed readers read them", async () => {
  const text = async (file) => (await fetch(`${origin}/foreign/${file}`)).text();
  assert.equal(parseAtomFeed(await text("feed.xml")).entries.length, paths.length);
  assert.equal(parseJsonFeed(await text("feed.json")).items.length, paths.length);
});
