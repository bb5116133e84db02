import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, type Opened } from "../admin/content/opened.ts";

const story = (id: string) => ({ type: "story", id });
const made = (opened: Opened, id: string): Opened => ({ ...opened, made: id });

test("what was created in an editor goes on in the same one", () => {
  const fresh = follow(null, story("new"));
  assert.equal(fresh.id, null);
  assert.equal(follow(made(fresh, "1"), story("1")).turn, fresh.turn);
});

test("what had been deleted elsewhere and is created again goes on in the same one", () => {
  const gone = follow(null, story("1"));
  assert.equal(follow(made(gone, "2"), story("2")).turn, gone.turn);
});

test("any other address opens another editor, and so does coming back", () => {
  const fresh = made(follow(null, story("new")), "1");
  const next = follow(fresh, story("new"));
  assert.equal(next.turn, fresh.turn + 1);
  assert.equal(next.made, null);
  const other = follow(fresh, story("2"));
  assert.deepEqual([other.id, other.turn], ["2", fresh.turn + 1]);
  assert.deepEqual([follow(other, story("1")).id, follow(other, story("1")).turn], ["1", other.turn + 1]);
  assert.equal(follow(other, { type: "page", id: "2" }).turn, other.turn + 1);
});

test("the same address again changes nothing", () => {
  const opened = follow(null, story("1"));
  assert.equal(follow(opened, story("1")), opened);
});
