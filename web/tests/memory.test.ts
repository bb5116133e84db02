import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexStatus, SearchHit } from "../api/client.gen.ts";
import { isFiltered, listQuery, readFilters, withFilter, writeFilters } from "../admin/memory/filters.ts";
import { health, isWorking, progress } from "../admin/memory/health.ts";
import { hitScores, marked } from "../admin/memory/scores.ts";
import { barGroups, bars } from "../admin/memory/stats.ts";

test("filters survive the way through an address", () => {
  const query = "source=voice_feedback&kind=anti_pattern&purpose=facts&q=glass+plates&page=3&size=100";
  const filters = readFilters(new URLSearchParams(query));
  assert.deepEqual(filters, { source: "voice_feedback", chunk_type: "anti_pattern", purpose: "facts", q: "glass plates", page: 3, size: 100 });
  assert.equal(writeFilters(filters), query);
  assert.deepEqual(readFilters(new URLSearchParams(writeFilters(filters))), filters);
});

test("what an address says that is no filter is passed over", () => {
  for (const query of ["", "source=diary&kind=x&purpose=", "page=-1&size=7", "page=x", "page=1.5&size=NaN"]) {
    const filters = readFilters(new URLSearchParams(query));
    assert.equal(writeFilters(filters), "", query);
    assert.equal(isFiltered(filters), false);
    assert.deepEqual(listQuery(filters), { limit: 25, offset: 0 });
  }
  assert.equal(readFilters(new URLSearchParams({ q: "x".repeat(300) })).q.length, 200);
});

test("a new filter begins at the first page, another page keeps the filters", () => {
  const filters = readFilters(new URLSearchParams("source=blog&page=4&size=12"));
  assert.equal(withFilter(filters, { source: "resume" }).page, 1);
  assert.deepEqual(listQuery(withFilter(filters, { page: 2 })), { source: "blog", limit: 12, offset: 12 });
});

test("every word of the vocabulary has a bar, also at 0, and nothing that is counted is dropped", () => {
  const groups = barGroups({ total: 3, by_source: { blog: 200, resume: 1 }, by_chunk_type: {}, by_purpose: { facts: 3, odd: 2 } });
  assert.deepEqual(groups.map((group) => group.bars.length), [5, 7, 4]);
  assert.deepEqual(groups[0]?.bars[3], { name: "conversation", label: "conversation", count: 0, share: 0 });
  assert.equal(groups[0]?.bars[0]?.share, 1, "one of two hundred can still be seen");
  assert.equal(groups[1]?.bars.at(-1)?.label, "anti-pattern");
  assert.deepEqual(bars(["a"], { a: "many", b: -1 }).map((bar) => bar.count), [0, 0]);
});

const hit = (score: number, vector: number | null, keyword: number | null): SearchHit =>
  ({ score, vector_score: vector, keyword_score: keyword, chunk: {} }) as SearchHit;

test("scores are shown as the service tells them, bars as shares", () => {
  const all = [hit(0.032, 0.88, 12.34), hit(0.016, -0.1, 3.085), hit(0.01, null, null)];
  const [first, second, third] = all.map((one) => hitScores(one, all));
  assert.deepEqual(first, { total: "0.0320", meaning: { text: "0.88", share: 88 }, words: { text: "12.3", share: 100 } });
  assert.deepEqual(second?.meaning, { text: "-0.10", share: 0 });
  assert.equal(second?.words?.share, 25);
  assert.deepEqual([third?.meaning, third?.words], [null, null]);
});

test("words of the query are marked, neighbours as one, and the text stays whole", () => {
  const text = "Rebuilt the image archive; storage costs fell. Imagery stayed.";
  const pieces = marked(text, "cut storage cost of the IMAGE archives");
  assert.deepEqual(pieces.filter((piece) => piece.marked).map((piece) => piece.text), ["image archive", "storage costs"]);
  assert.equal(pieces.map((piece) => piece.text).join(""), text);
  assert.deepEqual(marked("nothing", ""), [{ text: "nothing", marked: false }]);
  assert.deepEqual(marked("", "x"), []);
});

const status = (given: Partial<IndexStatus>): IndexStatus =>
  ({ pending: 0, failed: 0, indexed: 410, model: "m", rebuilding: false, last_error: null, ...given });

test("the state of the index is told in one line", () => {
  assert.deepEqual(health(status({})), { tone: "good", text: "410 indexed" });
  assert.deepEqual(health(status({ failed: 2 })), { tone: "bad", text: "410 indexed, 2 failed" });
  assert.equal(health(status({ pending: 3 })).tone, "busy");
  assert.equal(health(status({ pending: 3, last_error: "down" })).tone, "bad");
  assert.equal(health(status({ indexed: 1234 })).text, "1,234 indexed");
});

test("progress ends at 100 only when nothing waits any more", () => {
  assert.equal(progress(100, status({ pending: 100, rebuilding: true })), 0);
  assert.equal(progress(100, status({ pending: 25, rebuilding: true })), 75);
  assert.equal(progress(100, status({ rebuilding: true })), 0, "it was heard, and has not begun");
  assert.equal(progress(100, status({})), 100);
  assert.equal(progress(0, status({ pending: 5 })), 0);
  assert.equal(isWorking(status({})), false);
});
