import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns, without } from "../admin/http/turns.ts";

test("work is done in the order in which it was asked for, also when the first takes longer", async () => {
  const turns = new Turns();
  const done: string[] = [];
  let release = (): void => undefined;
  const first = turns.take(async () => {
    await new Promise<void>((free) => (release = free));
    done.push("first");
  });
  const second = turns.take(async () => void done.push("second"));
  await Promise.resolve();
  assert.deepEqual(done, []);
  release();
  await Promise.all([first, second]);
  assert.deepEqual(done, ["first", "second"]);
});

test("what fails is told to who asked for it, and holds up nobody else", async () => {
  const turns = new Turns();
  const failing = turns.take(() => Promise.reject(new Error("refused")));
  const after = turns.take(async () => "done");
  await assert.rejects(failing, /refused/);
  assert.equal(await after, "done");
});

test("an answered choice is forgotten, and one that was made since is not", () => {
  assert.deepEqual(without({ paper: "letter", pages: 2 }, { paper: "letter" }), { pages: 2 });
  assert.deepEqual(without({ paper: "a4" }, { paper: "letter" }), { paper: "a4" });
  assert.deepEqual(without<{ look: string | null }>({ look: null }, { look: null }), {});
});
