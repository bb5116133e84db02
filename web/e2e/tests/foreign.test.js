/** Bodies that came from elsewhere: whatever was typed or pasted, its page is valid, accessible and fits. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { Api } from "../harness/api.js";
import { findings } from "../harness/axe.js";
import { inTurn, leave, PHONE, site, withPage } from "../harness/browser.js";
import { FOREIGN } from "../harness/foreign.js";
import { invalidities } from "../harness/nu.js";

after(leave);
const paths = Object.keys(FOREIGN).map((name) => `/foreign/${name}`);

before(async () => {
  const api = new Api(site.origin, site.token);
  const section = await api.section("Foreign");
  for (const [name, body] of Object.entries(FOREIGN)) {
    await api.item("story", `From elsewhere: ${name}`, { slug: name, section_id: section.id, body, tags: ["elsewhere"] });
  }
});

/** What cannot be mended without guessing what was meant: where a row ends, which language `xx` is, what an address was to be. */
const GUESSES = /Table column|table row|lang|Bad value .* for attribute .href.|has no cells beginning/;

test("the Nu checker finds nothing in them that could be mended", async () => {
  const found = await invalidities(site.origin, [...paths, "/foreign", "/tags/elsewhere"]);
  assert.deepEqual(found.filter((error) => !GUESSES.test(error)), []);
});

test("their pages are accessible and no wider than a phone", async () => {
  const found = [];
  // Pictures without words for those who do not see them, and fields of forms, are as they were written.
  const theirs = /image-alt|link-name|svg-img-alt|video-caption|empty-table-header/;
  await inTurn(paths, 2, (path) =>
    withPage({ viewport: PHONE, bypassCSP: true, expected: (message) => message.location().url.includes("/media/") }, async (page) => {
      await page.goto(path);
      found.push(...(await findings(page, path)).filter((finding) => !theirs.test(finding)));
    }),
  );
  assert.deepEqual(found, []);
});

test("feed readers read them", async () => {
  const text = async (file) => (await fetch(`${site.origin}/foreign/${file}`)).text();
  assert.equal(parseAtomFeed(await text("feed.xml")).entries.length, paths.length);
  assert.equal(parseJsonFeed(await text("feed.json")).items.length, paths.length);
});
