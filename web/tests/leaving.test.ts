import assert from "node:assert/strict";
import { test } from "node:test";
import { guardLeaving, isGuarded, mayLeave } from "../admin/shell/leaving.ts";

test("nobody is asked where nothing is guarded", async () => {
  assert.equal(isGuarded(), false);
  assert.equal(await mayLeave(), true);
});

test("one refusal is enough, and a guard that has ended is not asked", async () => {
  const asked: string[] = [];
  const first = guardLeaving(() => (asked.push("first"), true));
  const second = guardLeaving(async () => (asked.push("second"), false));
  const third = guardLeaving(() => (asked.push("third"), true));
  assert.equal(await mayLeave(), false);
  assert.deepEqual(asked, ["first", "second"]);
  second();
  assert.equal(await mayLeave(), true);
  first();
  third();
  assert.equal(isGuarded(), false);
});

test("a guard with nothing unsaved is silent", async () => {
  let unsaved = false;
  const end = guardLeaving(() => false, { unsaved: () => unsaved });
  assert.equal(isGuarded(), false);
  assert.equal(await mayLeave(), true);
  unsaved = true;
  assert.equal(isGuarded(), true);
  assert.equal(await mayLeave(), false);
  end();
});
