import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, isSame, keepsOrder, orderAsWritten, withOrder, withRule, withSectionMoved } from "../admin/resumes/arrangement.ts";

const NONE = { hidden: [], pinned: [], order: [] };
const NAMES = ["work", "education", "skills"];
const DOCUMENT = { work: [{ name: "A" }, { name: "B" }], skills: [{ name: "S" }] };

test("what is hidden is not pinned, and the other way round", () => {
  const hidden = withRule(NONE, "hidden", "work/0", true);
  assert.deepEqual(hidden, { hidden: ["work/0"], pinned: [], order: [] });
  const pinned = withRule(hidden, "pinned", "work/0", true);
  assert.deepEqual(pinned, { hidden: [], pinned: ["work/0"], order: [] });
  assert.deepEqual(withRule(pinned, "pinned", "work/0", true), pinned, "said twice it holds once");
  assert.deepEqual(withRule(pinned, "pinned", "work/0", false), NONE);
});

test("a section keeps the order of its entries, and of nothing else", () => {
  const kept = withOrder({ ...NONE, order: ["skills", "work/0/highlights/1", "skills/0"] }, "work", DOCUMENT, true);
  assert.deepEqual(kept.order, ["skills", "work/0/highlights/1", "skills/0", "work/0", "work/1"]);
  assert.deepEqual([keepsOrder(kept, "work"), keepsOrder(kept, "education")], [true, false]);
  // The service lets rules follow what they are about; the order is that of the document again.
  const followed = { ...kept, order: ["skills", "work/1", "work/0", "skills/0"] };
  assert.deepEqual(orderAsWritten(followed, NAMES, DOCUMENT).order, ["skills", "work/0", "work/1", "skills/0"]);
  assert.deepEqual(withOrder(kept, "work", DOCUMENT, false).order, ["skills", "work/0/highlights/1", "skills/0"]);
});

test("sections that were put in order come first, and one moves by a step, not further than the end", () => {
  const rules = { ...NONE, order: ["skills", "work/1"] };
  assert.deepEqual(inOrder(rules, NAMES), ["skills", "work", "education"]);
  assert.deepEqual(withSectionMoved(rules, NAMES, "education", -1).order, ["skills", "education", "work", "work/1"]);
  assert.deepEqual(withSectionMoved(rules, NAMES, "skills", -1).order, ["skills", "work", "education", "work/1"]);
  assert.equal(isSame(rules, { ...rules }), true);
});
