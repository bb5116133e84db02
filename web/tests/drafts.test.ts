import assert from "node:assert/strict";
import { test } from "node:test";
import { newest } from "../admin/content/drafts.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const kept = (key: string, minutes: number, more: object = {}) => ({ key, value: key, etag: null, base: null, kept_at: new Date(NOW - minutes * 60_000).toISOString(), ...more });
const of = (tab: string, minutes: number, item = "story:1") => kept(`${item}#${tab}`, minutes, { item, tab });
const closed = (): boolean => false;

test("the newest draft of an item is offered, whichever window kept it", () => {
  const records = [of("a", 30), of("b", 5), of("c", 50)];
  assert.equal(newest("story:1", "ann", records, closed)?.key, "story:1#b");
  assert.equal(newest("story:2", "ann", records, closed), null);
});

test("what an open window holds is offered to no other", () => {
  const records = [of("a", 30), of("b", 5)];
  assert.equal(newest("story:1", "ann", records, (tab) => tab === "b")?.key, "story:1#a");
  assert.equal(newest("story:1", "ann", records, () => true), null);
});

test("drafts from before there were windows are found, and those that only begin alike are not", () => {
  assert.equal(newest("story:1", "ann", [kept("story:1", 3)], () => true)?.key, "story:1");
  const other = of("a", 1, "new:story::A#b");
  assert.equal(newest("new:story::A", "ann", [other], closed), null);
});

test("what is old is offered, too: a clock may have been wrong", () => {
  const old = of("a", 200 * 24 * 60);
  assert.equal(newest("story:1", "ann", [old], closed)?.key, old.key);
  assert.equal(newest("story:1", "ann", [old, of("b", 1)], closed)?.key, "story:1#b");
});

test("what another account has left is not shown", () => {
  const records = [of("a", 30), { ...of("b", 5), account: "bob" }, { ...of("c", 91 * 24 * 60), account: "bob" }, { ...of("d", 20), account: "ann" }];
  assert.equal(newest("story:1", "ann", records, closed)?.key, "story:1#d");
  assert.equal(newest("story:1", "bob", records, closed)?.key, "story:1#b");
});

test("words of which nobody knows whose they are stay so until somebody decides on them", () => {
  const unknown = of("a", 5);
  for (const account of ["ann", "bob"]) {
    const draft = newest("story:1", account, [unknown], closed);
    assert.equal(draft?.key, unknown.key);
    assert.equal(draft?.account, undefined, "looking at them makes them nobody's");
  }
});
