import assert from "node:assert/strict";
import { test } from "node:test";
import { addItem, at, type Document, endsBeforeStart, faultPlace, listAt, moveItem, parseDocument, put, putText, removeItem, size, textAt, textsAt } from "../admin/resumes/document.ts";
import { whereNotJson } from "../admin/resumes/json.ts";
import { SECTIONS, sectionPlan } from "../admin/resumes/sections.ts";

const RESUME: Document = {
  $schema: "x",
  basics: { name: "Jo", label: "Engineer", odd: 1 },
  work: [{ name: "A", startDate: 2021, highlights: ["one", "two"], extra: true }, { name: "B" }],
  unknown: { kept: [1, 2] },
};

test("a change touches what it names and keeps the rest, in its order", () => {
  const before = JSON.stringify(RESUME);
  const after = putText(RESUME, ["work", 0, "position"], "Clerk");
  assert.equal(JSON.stringify(RESUME), before, "the original stays as it was");
  assert.deepEqual(Object.keys(after), Object.keys(RESUME));
  assert.deepEqual(at(after, ["work", 0]), { name: "A", startDate: 2021, highlights: ["one", "two"], extra: true, position: "Clerk" });
  assert.equal(textAt(after, ["work", 0, "startDate"]), "2021");
  assert.deepEqual(at(putText(after, ["work", 0, "position"], ""), ["work", 0]), at(RESUME, ["work", 0]), "an emptied field is absent");
});

test("what is missing on the way is made, and what has another shape is no list", () => {
  assert.deepEqual(put({}, ["basics", "location", "city"], "Lindmark"), { basics: { location: { city: "Lindmark" } } });
  assert.deepEqual(addItem({}, ["skills"], { name: "Rust" }), { skills: [{ name: "Rust" }] });
  assert.deepEqual(listAt({ work: "none" }, ["work"]), []);
  assert.deepEqual(textsAt({ work: [{ highlights: ["a", 1] }] }, ["work", 0, "highlights"]), ["a", "1"]);
  assert.equal(at(RESUME, ["work", 9, "name"]), undefined);
});

test("entries move, come and go", () => {
  assert.deepEqual(textsAt(moveItem(RESUME, ["work", 0, "highlights"], 0, 1), ["work", 0, "highlights"]), ["two", "one"]);
  assert.equal(moveItem(RESUME, ["work"], 5, 0), RESUME);
  assert.equal(textAt(moveItem(RESUME, ["work"], 1, -3), ["work", 0, "name"]), "B");
  const one = removeItem(RESUME, ["work"], 0);
  assert.equal(textAt(one, ["work", 0, "name"]), "B");
  assert.ok(!("work" in removeItem(one, ["work"], 0)), "an empty list is absent");
});

test("lines are counted as lists tell them", () => {
  assert.deepEqual(size(RESUME), { lines: 4, sections: 2 });
  assert.deepEqual(size({}), { lines: 0, sections: 0 });
});

test("faults of the service find their place in the form", () => {
  assert.deepEqual(faultPlace("document.work[0].startDate"), { section: "work", index: 0, field: "startDate" });
  assert.deepEqual(faultPlace("work/1/highlights/2"), { section: "work", index: 1, field: "highlights.2" });
  assert.deepEqual(faultPlace("document.basics.email"), { section: "basics", index: null, field: "email" });
  assert.equal(faultPlace("document"), null);
});

test("what is no document says why", () => {
  assert.deepEqual(parseDocument('{"basics":{}}'), { document: { basics: {} } });
  for (const text of ["", "{", "[]", "null", "12"]) assert.ok("fault" in parseDocument(text), text);
});

test("dates are compared as far as both are told", () => {
  assert.equal(endsBeforeStart("2021-03", "2020"), true);
  assert.equal(endsBeforeStart("2021-03", "2021"), false);
  assert.equal(endsBeforeStart("2021-03-02", "2021-03-01"), true);
  assert.equal(endsBeforeStart("spring", "2020"), false);
});

test("the form knows every section of JSON Resume once", () => {
  const names = SECTIONS.map(({ name }) => name);
  assert.deepEqual([...names].sort(), ["awards", "certificates", "education", "interests", "languages", "projects", "publications", "references", "skills", "volunteer", "work"]);
  assert.equal(sectionPlan("work")?.title, "Experience");
  assert.equal(sectionPlan("meta"), undefined);
});

test("what is no JSON says where and why, in words that are the same in every browser", () => {
  const fault = (text: string): string => {
    const read = parseDocument(text);
    return "fault" in read ? read.fault : "";
  };
  assert.equal(fault('{\n  "basics": {},\n}'), "This is not JSON, line 2, column 15: a comma too many.");
  assert.equal(fault('{"a": 1 "b": 2}'), "This is not JSON, line 1, column 9: a comma or a } is missing.");
  assert.equal(fault('{"a": \'b\'}'), "This is not JSON, line 1, column 7: texts stand in double quotes.");
  assert.equal(fault("{basics: {}}"), "This is not JSON, line 1, column 2: the name of a member is missing, or has no double quotes.");
  assert.match(fault('{"a": "b'), /line 1, column 7: this text has no closing quote/);
  assert.equal(fault(""), "This is not JSON, line 1, column 1: it ends too early.");
  assert.equal(fault("{} {}"), "This is not JSON, line 1, column 4: something follows after the end.");
});

test("what is found to be no JSON is what the browser cannot read, for whatever text", () => {
  let seed = 11;
  const draw = (most: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const signs = ['{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '0', '1.5e3', 'true', 'null', ' ', '\n', '\\'];
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + draw(7) }, () => signs[draw(signs.length)]).join("");
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    assert.equal(whereNotJson(text) === null, isJson, text);
  }
});
