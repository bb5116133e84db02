import assert from "node:assert/strict";
import { test } from "node:test";
import { arrived, within } from "../admin/content/arrival.ts";
import { emptyForm } from "../admin/content/item.ts";
import { randomName } from "../admin/http/random.ts";

const there = { ...emptyForm("s"), title: "T", body: "<p>x</p>", summary: "made", tags: ["a"], is_published: true, published_at: "2026-01-02T03:04:05Z" };

test("a change has arrived when each field that was sent is there", () => {
  assert.ok(arrived({ title: "T", tags: ["a"] }, there));
  assert.ok(arrived({ is_published: true, published_at: "2026-01-02T03:04:05.000Z" }, there), "one moment in two spellings");
  assert.ok(arrived({ summary: "", published_at: null }, there), "the service makes what was sent empty");
  assert.ok(!arrived({ title: "U" }, there));
  assert.ok(!arrived({ title: "T", is_published: false }, there));
});

test("nobody waits for ever", async () => {
  assert.equal(await within(5, new Promise(() => undefined)), false);
  assert.equal(await within(60_000, Promise.resolve(true)), true);
});

test("names differ and are had without a secure page", () => {
  const names = new Set(Array.from({ length: 100 }, randomName));
  assert.equal(names.size, 100);
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
});
