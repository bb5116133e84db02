import assert from "node:assert/strict";
import { test } from "node:test";
import type { Section } from "../api/client.gen.ts";
import { dropAt, rollBy } from "../admin/sections/drop.ts";
import { canGoInto, describePlace, describeRedirects, planMove, stepTo, withMove } from "../admin/sections/moves.ts";
import { filterNodes, findByTyping, indentFor, rowsInSight, rowsOf, scrollToRow, stepByKey } from "../admin/sections/rows.ts";
import { ancestors, buildTree, countBelow, fullTitle, inOrder, totals, type SectionTree } from "../admin/sections/tree.ts";

function section(id: string, parent: string | null, order: number, title = id): Section {
  return {
    id, title, icon: "", slug: id, path: id, description: null, image_url: null, display_type: "feed", nav_visibility: "main",
    is_published: true, sort_order: order, parent_id: parent, depth: 0, created_at: "", updated_at: "",
  };
}

/** writing (darkroom (fog), notes), projects, photographs (plants) */
const LIST = [
  section("photographs", null, 3, "Photographs"),
  section("fog", "darkroom", 1, "Fog"),
  section("notes", "writing", 2, "Field notes"),
  section("writing", null, 1, "Writing"),
  section("projects", null, 2, "Projects"),
  section("darkroom", "writing", 1, "Darkroom"),
  section("plants", "photographs", 1, "Plant forms"),
];
const drawn = (tree: SectionTree) => inOrder(tree).map((node) => "  ".repeat(node.depth) + node.section.id);
const everything = new Set(LIST.map(({ id }) => id));

test("siblings stand by sort_order, then title, then id, whatever the order of the list", () => {
  assert.deepEqual(drawn(buildTree(LIST)), ["writing", "  darkroom", "    fog", "  notes", "projects", "photographs", "  plants"]);
  const same = [section("b", null, 1, "Same"), section("a", null, 1, "Same"), section("c", null, 1, "Earlier")];
  assert.deepEqual(drawn(buildTree(same)), ["c", "a", "b"]);
});

test("a section whose parent is not there stands at the top", () => {
  assert.deepEqual(drawn(buildTree([section("a", "gone", 2), section("b", null, 1), section("c", "a", 1)])), ["b", "a", "  c"]);
});

test("a circle is opened, and nobody is lost or shown twice", () => {
  const circle = [section("a", "c", 1), section("b", "a", 2), section("c", "b", 3), section("self", "self", 4), section("d", "b", 9)];
  const tree = buildTree(circle);
  assert.equal(inOrder(tree).length, circle.length);
  assert.equal(new Set(inOrder(tree)).size, circle.length);
  assert.ok(tree.roots.length >= 2);
});

test("every list of 300 sections, with whatever parents, becomes a tree of 300", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
  for (let round = 0; round < 20; round += 1) {
    const list = Array.from({ length: 300 }, (_, index) => section(`s${index}`, random(4) === 0 ? null : `s${random(330)}`, random(5)));
    const all = inOrder(buildTree(list));
    assert.equal(all.length, 300);
    for (const node of all) assert.equal(node.depth, ancestors(node).length);
  }
});

test("a node knows what is above and below it", () => {
  const tree = buildTree(LIST);
  assert.equal(fullTitle(tree.byId.get("fog")!), "Writing / Darkroom / Fog");
  assert.equal(countBelow(tree.byId.get("writing")!), 3);
});

test("rows are what is open", () => {
  const tree = buildTree(LIST);
  assert.deepEqual(rowsOf(tree, new Set()).map((row) => row.id), ["writing", "projects", "photographs"]);
  const rows = rowsOf(tree, new Set(["writing"]));
  assert.deepEqual(rows.map((row) => row.id), ["writing", "darkroom", "notes", "projects", "photographs"]);
  assert.deepEqual([rows[1]!.position, rows[1]!.siblings, rows[1]!.isOpen, rows[1]!.hasChildren], [1, 2, false, true]);
});

test("the filter keeps what contains the words in any case, with what is above, and opens all", () => {
  const tree = buildTree(LIST);
  const rows = rowsOf(tree, new Set(), " FO ");
  assert.deepEqual(rows.map((row) => [row.id, row.isMatch]), [["writing", false], ["darkroom", false], ["fog", true], ["photographs", false], ["plants", true]]);
  assert.deepEqual(rowsOf(tree, new Set(), "nothing like it"), []);
  assert.equal(filterNodes(tree, "  "), null);
});

test("arrows walk, open and close as trees do", () => {
  const tree = buildTree(LIST);
  const rows = rowsOf(tree, new Set(["writing"]));
  assert.deepEqual(stepByKey(rows, 0, "ArrowDown"), { focus: 1 });
  assert.deepEqual(stepByKey(rows, 0, "ArrowRight"), { focus: 1 });
  assert.deepEqual(stepByKey(rows, 1, "ArrowRight"), { open: "darkroom" });
  assert.deepEqual(stepByKey(rows, 2, "ArrowRight"), null);
  assert.deepEqual(stepByKey(rows, 2, "ArrowLeft"), { focus: 0 });
  assert.deepEqual(stepByKey(rows, 0, "ArrowLeft"), { close: "writing" });
  assert.deepEqual(stepByKey(rows, 3, "ArrowLeft"), null);
  assert.deepEqual(stepByKey(rows, 2, "Home"), { focus: 0 });
  assert.deepEqual(stepByKey(rows, 2, "End"), { focus: 4 });
  assert.equal(stepByKey(rows, 4, "ArrowDown"), null);
});

test("typing finds the next row that begins so, around the end", () => {
  const rows = rowsOf(buildTree(LIST), everything);
  const at = (id: string) => rows.findIndex((row) => row.id === id);
  assert.equal(findByTyping(rows, 0, "p"), at("projects"));
  assert.equal(findByTyping(rows, at("projects"), "p"), at("photographs"));
  assert.equal(findByTyping(rows, at("plants"), "p"), at("projects"));
  assert.equal(findByTyping(rows, at("projects"), "pl"), at("plants"));
  assert.equal(findByTyping(rows, 0, "z"), -1);
});

test("only rows in sight are drawn, and a row can be brought into sight", () => {
  assert.deepEqual(rowsInSight(0, 300, 30, 5000, 4), { first: 0, end: 14 });
  assert.deepEqual(rowsInSight(30_000, 300, 30, 5000, 4), { first: 996, end: 1014 });
  assert.deepEqual(rowsInSight(9_999_999, 300, 30, 10, 4), { first: 9, end: 10 });
  assert.deepEqual(rowsInSight(0, 300, 30, 0), { first: 0, end: 0 });
  assert.equal(scrollToRow(3, 0, 300, 30), null);
  assert.equal(scrollToRow(20, 0, 300, 30), 330);
  assert.equal(scrollToRow(1, 90, 300, 30), 30);
});

test("one step by key goes to the place it names", () => {
  const tree = buildTree(LIST);
  assert.deepEqual(stepTo(tree, "notes", "up"), { parentId: "writing", index: 0 });
  assert.equal(stepTo(tree, "notes", "down"), null);
  assert.equal(stepTo(tree, "writing", "up"), null);
  assert.deepEqual(stepTo(tree, "projects", "into"), { parentId: "writing", index: 2 });
  assert.equal(stepTo(tree, "writing", "into"), null);
  assert.deepEqual(stepTo(tree, "fog", "out"), { parentId: "writing", index: 1 });
  assert.equal(stepTo(tree, "projects", "out"), null);
});

const moved = (id: string, parentId: string | null, index: number, list = LIST) => {
  const plan = planMove(buildTree(list), id, { parentId, index });
  return plan && drawn(buildTree(withMove(list, plan)));
};

test("a move puts the section exactly there, with one number between its neighbours", () => {
  assert.deepEqual(moved("projects", null, 0), ["projects", "writing", "  darkroom", "    fog", "  notes", "photographs", "  plants"]);
  assert.deepEqual(moved("writing", null, 1)!.filter((line) => !line.startsWith(" ")), ["projects", "writing", "photographs"]);
  assert.deepEqual(moved("projects", "writing", 1)!.slice(0, 5), ["writing", "  darkroom", "    fog", "  projects", "  notes"]);
  const plan = planMove(buildTree(LIST), "projects", { parentId: "writing", index: 1 })!;
  assert.deepEqual(plan.change, { sort_order: 1.5, parent_id: "writing" });
  assert.deepEqual(plan.undo, { sort_order: 2, parent_id: null });
  assert.deepEqual(plan.room, []);
  const order = planMove(buildTree(LIST), "notes", { parentId: "writing", index: 0 })!;
  assert.deepEqual(order.change, { sort_order: 0 });
  assert.equal(order.reparented, false);
});

test("nothing goes into itself or below itself, and staying is no move", () => {
  const tree = buildTree(LIST);
  for (const into of ["writing", "darkroom", "fog"]) assert.equal(planMove(tree, "writing", { parentId: into, index: 0 }), null, into);
  assert.equal(canGoInto(tree, "fog", "writing"), true);
  assert.equal(canGoInto(tree, "fog", "gone"), false);
  assert.equal(planMove(tree, "notes", { parentId: "writing", index: 1 }), null);
  assert.equal(planMove(tree, "gone", { parentId: null, index: 0 }), null);
});

test("siblings with the same number make room", () => {
  const same = ["a", "b", "c", "d"].map((id) => section(id, null, 0));
  assert.deepEqual(moved("d", null, 1, same), ["a", "d", "b", "c"]);
  assert.deepEqual(moved("a", null, 2, same), ["b", "c", "a", "d"]);
  const plan = planMove(buildTree(same), "d", { parentId: null, index: 1 })!;
  // One before it is fewer than two behind it.
  assert.deepEqual([plan.change.sort_order, plan.room], [-1, [{ id: "a", sort_order: -2 }]]);
});

test("every move of every section to every place ends where it was meant", () => {
  const tree = buildTree(LIST);
  for (const { id } of LIST) {
    for (const parentId of [null, ...LIST.map((other) => other.id)]) {
      const before = parentId === null ? tree.roots : tree.byId.get(parentId)!.children;
      const others = before.filter((node) => node.section.id !== id);
      for (let index = 0; index <= others.length; index += 1) {
        const plan = planMove(tree, id, { parentId, index });
        if (plan === null) continue;
        const after = buildTree(withMove(LIST, plan));
        const siblings = parentId === null ? after.roots : after.byId.get(parentId)!.children;
        assert.equal(siblings[index]!.section.id, id);
        const back = buildTree(withMove(withMove(LIST, plan), { ...plan, change: plan.undo, room: [] }));
        assert.deepEqual(drawn(back), drawn(tree));
      }
    }
  }
});

test("a move is told in words", () => {
  const tree = buildTree(LIST);
  assert.equal(describePlace(tree, planMove(tree, "darkroom", { parentId: "photographs", index: 0 })!), "into Photographs");
  assert.equal(describePlace(tree, planMove(tree, "darkroom", { parentId: null, index: 0 })!), "to the top level");
  assert.equal(describePlace(tree, planMove(tree, "photographs", { parentId: null, index: 0 })!), "above Writing");
  assert.equal(describePlace(tree, planMove(tree, "writing", { parentId: null, index: 2 })!), "below Photographs");
  assert.equal(describeRedirects(17, "will"), "17 addresses will redirect");
  assert.equal(describeRedirects(1, "now"), "1 old address now redirects.");
  assert.equal(describeRedirects(0, "will"), "no address changes");
});

const MEASURES = { rowHeight: 30, indent: 18, left: 0 };
const drop = (id: string, row: number, part: number, depth = 0) => {
  const tree = buildTree(LIST);
  return dropAt(tree, rowsOf(tree, everything), id, depth * 18 + 9, (row + part) * 30, MEASURES);
};

test("the middle of a row is into it, its edges are between rows", () => {
  // rows: 0 writing, 1 darkroom, 2 fog, 3 notes, 4 projects, 5 photographs, 6 plants
  assert.deepEqual(drop("projects", 5, 0.5), { place: { parentId: "photographs", index: 1 }, show: { into: "photographs" } });
  assert.deepEqual(drop("projects", 0, 0.1), { place: { parentId: null, index: 0 }, show: { gap: 0, depth: 0 } });
  assert.deepEqual(drop("plants", 3, 0.1, 5), { place: { parentId: "writing", index: 1 }, show: { gap: 3, depth: 1 } });
  assert.deepEqual(drop("projects", 0, 0.9), { place: { parentId: "writing", index: 0 }, show: { gap: 1, depth: 1 } });
  assert.deepEqual(drop("plants", 3, 0.9, 1), { place: { parentId: "writing", index: 2 }, show: { gap: 4, depth: 1 } });
  assert.deepEqual(drop("plants", 3, 0.9, 0), { place: { parentId: null, index: 1 }, show: { gap: 4, depth: 0 } });
  assert.deepEqual(drop("projects", 2, 0.9, 2), { place: { parentId: "darkroom", index: 1 }, show: { gap: 3, depth: 2 } });
  assert.deepEqual(drop("projects", 2, 0.9, 0), { place: { parentId: "writing", index: 1 }, show: { gap: 3, depth: 1 } });
  assert.deepEqual(drop("fog", 9, 0.9, 0), { place: { parentId: null, index: 3 }, show: { gap: 7, depth: 0 } });
});

test("nothing is dropped into itself or below itself, and beside itself it stays", () => {
  for (const [row, part] of [[0, 0.5], [1, 0.5], [2, 0.5], [1, 0.1], [2, 0.1]] as const) assert.equal(drop("writing", row, part, 2), null, `${row} ${part}`);
  const tree = buildTree(LIST);
  const beside = drop("notes", 3, 0.9, 1)!;
  assert.equal(planMove(tree, "notes", beside.place), null);
});

test("a list rolls while something is held near its edge", () => {
  assert.ok(rollBy(2, 400) < 0);
  assert.ok(rollBy(398, 400) > 0);
  assert.equal(rollBy(200, 400), 0);
  assert.equal(rollBy(-500, 400), -14);
});

test("a section counts what is in it and below, also where the list is a circle", () => {
  const sums = totals(buildTree(LIST), new Map([["fog", 3], ["darkroom", 2], ["notes", 1], ["plants", 4], ["gone", 9]]));
  assert.deepEqual(["writing", "darkroom", "fog", "projects", "photographs"].map((id) => sums.get(id)), [6, 5, 3, 0, 4]);
  const circle = totals(buildTree([section("a", "b", 1), section("b", "a", 2)]), new Map([["a", 1], ["b", 1]]));
  assert.equal(Math.max(...circle.values()), 2);
});

test("a deep tree is indented less, so that its titles have room", () => {
  const rows = (deepest: number) => Array.from({ length: deepest + 1 }, (_, depth) => ({ depth }));
  assert.equal(indentFor(248, rows(3), 84), 18);
  assert.equal(indentFor(360, rows(0), 176), 18);
  for (const deepest of [8, 20, 255]) {
    const indent = indentFor(344, rows(deepest), 176);
    assert.ok(indent > 0 && indent * deepest + 176 + 96 <= 344.001, `${deepest}: ${indent}`);
  }
  assert.equal(indentFor(0, rows(9), 176), 18, "before it was measured");
});
