import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListingItem } from "../api/client.gen.ts";
import { chosenFrom, filtersOf, inListOrder, isFiltered } from "../admin/content/listing.ts";
import { orderBetween } from "../admin/sections/order.ts";

function item(title: string, more: Partial<ListingItem> = {}): ListingItem {
  return {
    kind: "content", id: title, content_type: "story", title, slug: title, path: title, summary: "", image_url: null, image_alt: null, featured: false, is_published: true,
    sort_order: 0, section_id: "s", display_type: null, tags: [], published_at: "2026-01-01T00:00:00Z", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z", ...more,
  };
}
const titles = (items: readonly ListingItem[]) => items.map(({ title }) => title).join(" ");

test("filters are read from the address and hold together", () => {
  const items = [item("Tide table", { tags: ["sea"] }), item("Tide draft", { is_published: false }), item("Imprint", { content_type: "page", section_id: null })];
  const chosen = (query: string) => titles(chosenFrom(items, filtersOf(new URLSearchParams(query))));
  assert.equal(chosen(""), "Tide table Tide draft Imprint");
  assert.equal(chosen("q=TIDE"), "Tide table Tide draft");
  assert.equal(chosen("q=tide&status=draft"), "Tide draft");
  assert.equal(chosen("tag=sea"), "Tide table");
  assert.equal(chosen("kind=page"), "Imprint");
  assert.equal(chosen("place=none"), "Imprint");
  assert.equal(chosen("place=none&q=tide"), "");
  assert.equal(isFiltered(filtersOf(new URLSearchParams("sort=title&from=50"))), false);
  assert.equal(isFiltered(filtersOf(new URLSearchParams("q=x"))), true);
});

test("sections stay first in every order, and what was never published counts as newest", () => {
  const items = [
    item("b", { published_at: "2026-02-01T00:00:00Z", updated_at: "2026-05-01T00:00:00Z" }),
    item("draft", { published_at: null, is_published: false }),
    item("section", { kind: "section", content_type: null }),
    item("a", { published_at: "2026-03-01T00:00:00Z" }),
  ];
  assert.equal(titles(inListOrder(items, "own")), "b draft section a");
  assert.equal(titles(inListOrder(items, "newest")), "section draft a b");
  assert.equal(titles(inListOrder(items, "title")), "section a b draft");
  assert.equal(inListOrder(items, "updated")[1]?.title, "b");
});

/** Puts something at a place and gives back the order that the numbers then make. */
function arranged(numbers: number[], index: number) {
  const others = numbers.map((sort_order, at) => ({ id: `o${at}`, sort_order }));
  const { order, room } = orderBetween(others, index);
  const moved = new Map(room.map(({ id, sort_order }) => [id, sort_order]));
  const all = [...others.map(({ id, sort_order }) => ({ id, sort_order: moved.get(id) ?? sort_order })), { id: "new", sort_order: order }];
  return { ids: all.sort((a, b) => a.sort_order - b.sort_order).map(({ id }) => id).join(" "), changes: room.length, all };
}

test("a number is found for every place, also among equals, and the fewer neighbours make room", () => {
  assert.deepEqual(arranged([1, 2, 3], 1).ids, "o0 new o1 o2");
  assert.equal(arranged([1, 2, 3], 1).changes, 0);
  for (let index = 0; index <= 6; index += 1) {
    const { ids, all, changes } = arranged([0, 0, 0, 0, 0, 0], index);
    assert.equal(ids.split(" ").indexOf("new"), index, `at ${index}: ${ids}`);
    const before = ids.split(" ").slice(0, index);
    assert.deepEqual(before, [0, 1, 2, 3, 4, 5].slice(0, index).map((at) => `o${at}`), "those before stay before");
    const mine = all.find(({ id }) => id === "new")!.sort_order;
    assert(all.every(({ id, sort_order }) => id === "new" || sort_order !== mine), "nobody has the same number");
    assert(changes <= 3, `${changes} changes for place ${index}`);
  }
});
