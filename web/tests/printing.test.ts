import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooLong, lengthText, wordCount } from "../admin/printing/length.ts";
import { dayOf, letterAt } from "../admin/printing/letter.ts";
import { resumePress, tailoringPress } from "../admin/printing/press.ts";
import { lookOf } from "../admin/resumes/setting.ts";

test("the length of a resume is told by its pages and the last of them", () => {
  assert.equal(lengthText({ pages: 1, filled: 0.966 }), "1 page, 97 % full");
  assert.equal(lengthText({ pages: 3, filled: 0.4 }), "3 pages, the last 40 % full");
});

test("it is too long where fewer pages were asked for", () => {
  assert.deepEqual([isTooLong(1, 1), isTooLong(2, 1), isTooLong(2, 2), isTooLong(3, 2), isTooLong(9, "any")], [false, true, false, true, false]);
});

test("words are counted by what can be read", () => {
  assert.equal(wordCount("Ada Example\n\n- Kept 90 gauges · online –\n"), 6);
  assert.equal(wordCount(""), 0);
});

test("files are where the service has them, with what was chosen", () => {
  assert.equal(resumePress("1").file("pdf", {}), "/resumes/1/resume.pdf");
  assert.equal(resumePress("1").file("html", { look: "modern", paper: "letter" }), "/resumes/1/resume.html?look=modern&paper=letter");
  assert.equal(resumePress("1").file("pdf", { paper: "a4", photo: true }), "/resumes/1/resume.pdf?paper=a4&photo=true");
  assert.equal(tailoringPress("2").file("txt", { language: "de" }), "/tailorings/2/resume.txt?language=de");
});

test("a look is that of the document where it is one of ours", () => {
  assert.deepEqual(lookOf({ meta: { theme: "Modern" } }), { look: "modern" });
  assert.deepEqual([lookOf({}), lookOf({ meta: { theme: "even" } }), lookOf({ meta: { theme: 3 } })], [{}, {}, {}]);
});

test("a letter bears the day of whoever sends it", () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  assert.equal(letterAt("/tailorings/2/letter.pdf", "2026-11-16"), "/tailorings/2/letter.pdf?date=2026-11-16");
  assert.equal(letterAt("/tailorings/2/letter.pdf", ""), "/tailorings/2/letter.pdf");
});
