// What screens say: where an address goes, who sees what, which page of a list there is, what goes with a section.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListingItem, Section } from "../api/client.gen.ts";
import { ProblemError } from "../admin/http/client.ts";
import { linksIn } from "../admin/content/checks.ts";
import { differences, lengthened } from "../admin/content/diff.ts";
import { seenBy, unseen } from "../admin/content/seen.ts";
import { statusOf } from "../admin/dashboard/attention.ts";
import { hiddenAs, ownDestination, refusalOf, typedPath, withoutOrigin } from "../admin/redirects/destination.ts";
import { consequences } from "../admin/sections/consequences.ts";
import { buildTree, draftsOnTheWay } from "../admin/sections/tree.ts";
import { actionsFor } from "../admin/shell/palette.ts";
import { filterShortcuts, shortcutsFor } from "../admin/shell/shortcuts.ts";
import { middle } from "../admin/ui/middle.ts";
import { lastOffset, wayBack } from "../admin/ui/pages.ts";

test("a page behind the end of a list leads to the last one", () => {
  const page = (items: number, total: number, offset: number) => wayBack({ items: Array(items).fill(0), total, limit: 25, offset });
  assert.deepEqual([page(0, 75, 75), page(0, 76, 249_950), page(0, 0, 25)], [50, 75, 0]);
  assert.deepEqual([page(4, 79, 75), page(0, 0, 0), page(25, 80, 0)], [null, null, null]);
  assert.deepEqual([lastOffset(0, 50), lastOffset(50, 50), lastOffset(51, 50)], [0, 0, 50]);
});

test("an address of this site may be given whole", () => {
  const origin = "https://site.example";
  assert.equal(withoutOrigin(" https://site.example/Talk?x=1 ", origin), "/Talk?x=1");
  assert.equal(withoutOrigin("http://SITE.example", origin), "/");
  for (const other of ["/talk", "talk", "https://other.example/talk", "https://", "mailto:a@b.example"]) assert.equal(withoutOrigin(other, origin), other);
  assert.equal(typedPath("http://site.example/talk/", origin), "/talk");
});

test("what a visitor is answered tells whose an address is", () => {
  const visited = (status: number, hasMoved = false) => ownDestination({ status, path: "/contact", hasMoved });
  assert.deepEqual(visited(200), { status: "own", path: "/contact", isClosed: false });
  assert.deepEqual(visited(401), { status: "own", path: "/contact", isClosed: true });
  assert.deepEqual(visited(404), { status: 404 });
  assert.deepEqual(visited(200, true), { status: 301, path: "/contact", redirect: null, isElsewhere: false });
  const now = new Date("2026-11-17T08:00:00Z");
  assert.equal(hiddenAs({ is_published: false }, now), "draft");
  assert.equal(hiddenAs({ is_published: true, published_at: "2026-11-18T08:00:00Z" }, now), "later");
  assert.equal(hiddenAs({ is_published: true, published_at: "2026-11-16T08:00:00Z" }, now), "below");
});

test("what stands in the way of a redirect is said at its old address", () => {
  const problem = (code: string) => new ProblemError({ type: "", code, title: "", status: 409, detail: "Something is at /writing.", errors: [] } as never, new Headers());
  assert.match(refusalOf(problem("conflict"))["old_path"] ?? "", /^must be one where nothing is/);
  assert.equal(refusalOf(problem("taken"))["old_path"], "has a redirect already");
});

test("long addresses are cut in the middle", () => {
  assert.equal(middle("/short"), "/short");
  const cut = middle(`/${"a".repeat(3000)}/end`);
  assert.equal([...cut].length, 80);
  assert.match(cut, /^\/a+…a+\/end$/);
});

const section = (id: string, parent_id: string | null, is_published: boolean) => ({ id, title: id, parent_id, is_published, sort_order: 0, path: id }) as Section;
const tree = buildTree([section("Writing", null, true), section("Unfinished", "Writing", false), section("Notes", "Unfinished", true)]);

test("what is published below a draft is not said to be seen", () => {
  const titles = (id: string | null) => draftsOnTheWay(tree, id).map(({ title }) => title);
  assert.deepEqual([titles(null), titles("Writing"), titles("Unfinished"), titles("Notes")], [[], [], ["Unfinished"], ["Unfinished"]]);
  assert.equal(seenBy("published", []), "Everybody sees it");
  assert.equal(seenBy("published", ["Unfinished"]), "Unfinished is not published, so visitors do not see it");
  assert.equal(seenBy("scheduled", ["A", "B"]), "A and B are not published, so visitors will not see it");
  assert.equal(seenBy("draft", ["Unfinished"]), "Only signed-in people see it");
  assert.equal(unseen([]), undefined);
  const item = { is_published: true, published_at: "2026-11-01T00:00:00Z" } as ListingItem;
  const now = new Date("2026-11-17T08:00:00Z");
  assert.equal(statusOf(item, now, draftsOnTheWay(tree, "Notes")).status, "hidden");
  assert.equal(statusOf(item, now, draftsOnTheWay(tree, "Writing")).status, "published");
  assert.equal(statusOf({ ...item, is_published: false }, now, draftsOnTheWay(tree, "Notes")).status, "draft");
});

test("deleting a section says with numbers what goes", () => {
  assert.equal(consequences("Writing", "writing", 2, 56), "Writing goes with 2 sections below it and 56 entries. Visitors of /writing find nothing there. Undo is offered right after it.");
  assert.match(consequences("Writing", "writing", 1, 1), /goes with 1 section below it and 1 entry\./);
  assert.match(consequences("Writing", "writing", 0, 1200), /goes with 1,200 entries\./);
  assert.match(consequences("Writing", "writing", 0, 0), /^Writing is empty\./);
  assert.match(consequences("Writing", "writing", 3, null), /goes with 3 sections below it and everything in it\./);
});

test("one word is one word, and none are not mentioned", () => {
  assert.deepEqual([differences(1, 0, 0), differences(2, 1, 1), differences(0, 0, 0)], ["+1 word", "+2 words, −1 word, 1 picture", "the same words"]);
  assert.deepEqual([lengthened(1), lengthened(-12), lengthened(0)], ["+1 word", "−12 words", "same length"]);
});

test("the list of shortcuts holds what works for whoever reads it", () => {
  const listed = (isAdmin: boolean) => shortcutsFor(isAdmin).flatMap(({ place, shortcuts }) => shortcuts.map(({ does }) => `${place}: ${does}`));
  assert(listed(true).includes("Everywhere: New story") && listed(true).includes("Sections tree: Add Content") && !listed(true).includes("Everywhere: Go to Home"));
  assert(!listed(false).some((line) => /New|Sections tree|Editor/.test(line)));
  assert(listed(false).includes("Everywhere: Go to Home") && listed(false).includes("Tailor: Requirements"));
  assert.equal(filterShortcuts(shortcutsFor(false), "new story").length, 0);
});

test("the palette asks where an address goes in the words of that screen", () => {
  assert.equal(actionsFor("/talk", true).at(-1)?.path, "/redirects?where=%2Ftalk");
});

test("links of a text are those of this site", () => {
  assert.deepEqual(linksIn('<a href="/a">1</a><a class="x" href="/a#b">2</a><a href="/contact">3</a><a href="/">4</a><a href="//evil.example">5</a><a href="https://x.example">6</a>'), ["/a", "/contact"]);
});
