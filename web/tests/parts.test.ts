import assert from "node:assert/strict";
import { test } from "node:test";
import { Once } from "../admin/http/once.ts";
import { absenceOf, fileIn, loadAgain } from "../admin/ui/part.ts";

const failure = (text: string) => new TypeError(text);

test("the file that is missing is read from what browsers say", () => {
  assert.equal(fileIn(failure("Failed to fetch dynamically imported module: http://a.example/assets/Views-x1.js")), "http://a.example/assets/Views-x1.js");
  assert.equal(fileIn(failure("error loading dynamically imported module: https://a.example/assets/Views-x1.js")), "https://a.example/assets/Views-x1.js");
  assert.equal(fileIn(failure("Importing a module script failed.")), null);
  assert.equal(fileIn("nothing"), null);
});

test("a file that is gone is told from a server that does not answer", async () => {
  const answers = (status: number) => async () => ({ status });
  assert.equal(await absenceOf("/assets/a.js", answers(404)), "gone");
  assert.equal(await absenceOf("/assets/a.js", answers(503)), "unreachable");
  assert.equal(await absenceOf("/assets/a.js", answers(200)), "unreachable");
  assert.equal(await absenceOf("/assets/a.js", () => Promise.reject(new TypeError("no network"))), "unreachable");
  assert.equal(await absenceOf(null, answers(404)), "unreachable");
});

test("a second attempt takes another address where the browser remembers the failure", async () => {
  const asked: string[] = [];
  const again = async (address: string) => (asked.push(address), "loaded");
  assert.equal(await loadAgain(async () => "at once", again, 1), "at once");
  assert.deepEqual(asked, []);
  const fails = () => Promise.reject(failure("Failed to fetch dynamically imported module: http://a.example/assets/P-1.js"));
  assert.equal(await loadAgain(fails, again, 2), "loaded");
  assert.deepEqual(asked, ["http://a.example/assets/P-1.js?again=2"]);
  await assert.rejects(loadAgain(() => Promise.reject(failure("Importing a module script failed.")), again, 3));
});

test("a form sends the same under the same key until it was made", () => {
  const once = new Once();
  const first = once.keyFor({ title: "A" });
  assert.equal(once.keyFor({ title: "A" }), first);
  const other = once.keyFor({ title: "B" });
  assert.notEqual(other, first);
  once.done();
  assert.notEqual(once.keyFor({ title: "B" }), other);
});
