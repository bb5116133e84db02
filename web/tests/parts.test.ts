import assert from "node:assert/strict";
import { test } from "node:test";
import { Once } from "../admin/http/once.ts";
import { Arrivals, NotArrived } from "../admin/ui/arrivals.ts";
import { absenceOf } from "../admin/ui/part.ts";

/** A service that answers each file with the next of what is given; a number is a status, null nobody. */
function playing(answers: Record<string, (number | null)[]>) {
  const asked: string[] = [];
  const worn: string[] = [];
  const fetch = async (file: string) => {
    asked.push(file);
    const status = answers[file]?.shift() ?? (answers[file] === undefined ? 200 : null);
    if (status === null) throw new TypeError("Failed to fetch");
    return new Response("text", { status });
  };
  const wear = async (file: string) => void worn.push(file);
  return { asked, worn, arrivals: new Arrivals({ fetch, wear }, ["/assets/here.js"]) };
}

test("what came with the page is not fetched, and nothing is fetched twice", async () => {
  const { asked, worn, arrivals } = playing({});
  await Promise.all([arrivals.bring(["/assets/here.js", "/assets/a.js", "/assets/a.css"]), arrivals.bring(["/assets/a.js", "/assets/b.js"])]);
  await arrivals.bring(["/assets/b.js", "/assets/a.css"]);
  assert.deepEqual(asked.sort(), ["/assets/a.css", "/assets/a.js", "/assets/b.js"]);
  assert.deepEqual(worn, ["/assets/a.css"]);
});

test("what did not arrive fails, and is fetched again when it is asked for again; what did, is not", async () => {
  const { asked, worn, arrivals } = playing({ "/assets/a.js": [null, 503, 200], "/assets/a.css": [null, 200] });
  const files = ["/assets/a.js", "/assets/a.css", "/assets/b.js"];
  await assert.rejects(arrivals.bring(files), NotArrived);
  await assert.rejects(arrivals.bring(files), (error) => error instanceof NotArrived && error.file === "/assets/a.js" && error.status === 503);
  await arrivals.bring(files);
  assert.equal(asked.filter((file) => file === "/assets/a.js").length, 3);
  assert.equal(asked.filter((file) => file === "/assets/b.js").length, 1);
  assert.deepEqual(worn, ["/assets/a.css"]);
});

test("a style that the page does not take has not arrived", async () => {
  let broken = true;
  const wear = async () => {
    if (broken) throw new Error("refused");
  };
  const arrivals = new Arrivals({ fetch: async () => new Response(""), wear }, []);
  await assert.rejects(arrivals.bring(["/assets/a.css"]), (error) => error instanceof NotArrived && error.status === 0);
  broken = false;
  await arrivals.bring(["/assets/a.css"]);
});

test("a file that is gone is told from a server that does not answer", () => {
  assert.equal(absenceOf(new NotArrived("/assets/a.js", 404)), "gone");
  assert.equal(absenceOf(new NotArrived("/assets/a.js", 410)), "gone");
  assert.equal(absenceOf(new NotArrived("/assets/a.js", 503)), "unreachable");
  assert.equal(absenceOf(new NotArrived("/assets/a.js", 0)), "unreachable");
  assert.equal(absenceOf(new SyntaxError("of another file")), "unreachable");
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
