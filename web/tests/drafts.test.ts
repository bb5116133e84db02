import assert from "node:assert/strict";
import { test } from "node:test";
import { newest } from "../admin/content/drafts.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const kept = (key: string, minutes: number, more: object = {}) => ({ key, value: key, etag: null, base: null, kept_at: new Date(NOW - minutes * 60_000).toISOString(), ...more });
const of = (tab: string, minutes: number, item = "story:1") => kept(`${item}#${tab}`, minutes, { item, tab });
const closed = (): boolean => false;

test("the newest draft of an item is offered, whichever window kept it", () => {
  const records = [of("a", 30), of("b", 5), of("c", 50)];
  assert.equal(newest("story:1", records, closed, NOW).draft?.key, "story:1#b");
  assert.equal(newest("story:2", records, closed, NOW).draft, null);
});

test("what an open window holds is offered to no other", () => {
  const records = [of("a", 30), of("b", 5)];
  assert.equal(newest("story:1", records, (tab) => tab === "b", NOW).draft?.key, "story:1#a");
  assert.equal(newest("story:1", records, () => true, NOW).draft, null);
});

test("drafts from before there were windows are found, and those that only begin alike are not", () => {
  assert.equal(newest("story:1", [kept("story:1", 3)], () => true, NOW).draft?.key, "story:1");
  const other = of("a", 1, "new:story::A#b");
  assert.equal(newest("new:story::A", [other], closed, NOW).draft, null);
});

test("what nobody came back for in three months is let go", () => {
  const old = of("a", 91 * 24 * 60);
  const { draft, outdated } = newest("story:1", [old, of("b", 1)], closed, NOW);
  assert.equal(draft?.key, "story:1#b");
  assert.deepEqual(outdated, [old]);
});
