import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlank, titleFault } from "../admin/content/title.ts";
import { leftOut } from "../admin/ui/limits.ts";

test("a title that nobody sees is missing", () => {
  for (const text of ["", "  \t", "\u200b", "\u200d\u200c\ufeff", "\u00ad", "\u2800", "\u3164\u115f", "\u202e", "\ufe0f", "\u{e0061}"]) assert.ok(isBlank(text), JSON.stringify(text));
  for (const text of ["a", "\u200bא", "👩‍💻", "می‌خواهم", "—", "0"]) assert.ok(!isBlank(text), JSON.stringify(text));
  assert.equal(titleFault("\u200b"), "is missing");
});

test("a title that is too long says by how much, in letters as people count them", () => {
  assert.equal(titleFault("𝒜".repeat(300)), undefined);
  assert.match(titleFault(`${"a".repeat(300)}b`) ?? "", /^is too long by 1 letter\./);
  assert.match(titleFault("a".repeat(312)) ?? "", /^is too long by 12 letters\./);
});

test("what does not fit into a field is counted, with what it replaces", () => {
  assert.equal(leftOut(270, 0, 20, 280), 10);
  assert.equal(leftOut(270, 15, 20, 280), 0);
  assert.equal(leftOut(9000, 0, 20, -1), 0);
});
