import assert from "node:assert/strict";
import { test } from "node:test";
import type { Analysis, Chunk, Evaluation, Statement, VoiceFeedback } from "../api/client.gen.ts";
import { compare, leftOut, origins } from "../admin/tailor/compare.ts";
import { counted, differences } from "../admin/tailor/differences.ts";
import { EventReader, tailorEvents } from "../admin/tailor/events.ts";
import { approval, edit, flag, parts, rejection, saidAlready, sayAgain, sourceText, unsaid, verdicts } from "../admin/tailor/feedback.ts";
import { resultKey, stepTo } from "../admin/tailor/keys.ts";
import { blocks, month, statementsOf } from "../admin/tailor/lines.ts";
import { askedGroups, countOf, fitSentence, gaps, partlySaid } from "../admin/tailor/requirements.ts";
import { advance, begin, current } from "../admin/tailor/steps.ts";

const said = (before: string, after: string): string =>
  differences(before, after).map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `+${text}+` : `-${text}-`)).join(" ");

test("differences are told by words, in runs", () => {
  assert.equal(said("Trained eleven volunteers to describe plates", "Led a team of eleven volunteers describing plates"),
    "-Trained- +Led a team of+ eleven volunteers -to describe- +describing+ plates");
  assert.equal(said("same", "same"), "same");
  assert.equal(said("", "new words"), "+new words+");
  assert.equal(said("old words", ""), "-old words-");
  assert.equal(said("a b", "a  b"), "a b", "blanks are no words");
  assert.deepEqual(differences("", ""), []);
  assert.deepEqual(counted(differences("a b c", "a x y c")), { added: 2, removed: 1 });
});

test("both texts can be read out of their differences, whatever they are", () => {
  const letters = ["a", "b", "c"];
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 300; round++) {
    const [one, other] = [0, 0].map(() => Array.from({ length: draw(9) }, () => letters[draw(3)]).join(" "));
    const runs = differences(one ?? "", other ?? "");
    const read = (kind: string): string => runs.filter((run) => run.kind === "same" || run.kind === kind).map((run) => run.text).join(" ");
    assert.deepEqual([read("removed"), read("added")], [one, other]);
  }
});

test("very long texts are not compared word by word", () => {
  const long = "word ".repeat(2000).trim();
  assert.deepEqual(differences(long, `${long} more`).map((run) => run.kind), ["removed", "added"]);
});

test("events are read however the stream is cut", () => {
  const stream = ": hello\n\nevent: analysed\ndata: {\"a\":\ndata: 1}\n\n:\n\nevent:done\r\ndata:2\r\n\r\nevent: cut\ndata: 3\n";
  const whole = new EventReader().push(stream);
  assert.deepEqual(whole, [{ name: "analysed", data: "{\"a\":\n1}" }, { name: "done", data: "2" }]);
  const reader = new EventReader();
  assert.deepEqual([...stream].flatMap((letter) => reader.push(letter)), whole);
});

test("a stream of bytes gives events, also where a letter is cut in two, and unknown names are passed over", async () => {
  const bytes = new TextEncoder().encode('event: odd\ndata: {}\n\nevent: failed\ndata: {"detail":"Grüße 川"}\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events = [];
  for await (const event of tailorEvents(body)) events.push(event);
  assert.deepEqual(events, [{ name: "failed", data: { detail: "Grüße 川" } }]);
});

const analysis = (requirements: Analysis["requirements"]): Analysis => ({ title: "", seniority: null, keywords: [], requirements, responsibilities: [], conditions: { years: null, languages: [], places: [], pay: null } });

test("steps tick off as events arrive, and an attempt that fails begins again", () => {
  let run = begin(0);
  assert.deepEqual(current(run), { title: "Read the job", number: 1 });
  run = advance(run, { name: "analysed", data: { analysis: analysis([{ text: "Rust", level: "nice", keywords: [], answered_by: [] }]) } }, 800);
  assert.deepEqual(run.steps[0], { title: "Read the job", text: "1 requirement, 1 of them nice to have", state: "done", seconds: 0.8 });
  run = advance(run, { name: "retrieved", data: { facts: 34, voice: { examples: 2, anti_patterns: 1 } } }, 1000);
  assert.equal(run.steps[1]?.text, "34 facts; 3 examples of your voice");
  run = advance(run, { name: "generated", data: { attempt: 1, generator: "llm", dropped: 1 } }, 5000);
  assert.deepEqual(run.steps.map((step) => step.state), ["done", "done", "done", "done", "running"]);
  assert.equal(run.steps[3]?.text, "First attempt; 1 wording dropped, for no source has them");
  const evaluation = { score: 40, passed: false } as Evaluation;
  run = advance(run, { name: "evaluated", data: { attempt: 1, evaluation } }, 5100);
  assert.deepEqual(run.steps.map((step) => step.state), ["done", "done", "running", "waiting", "waiting"]);
  assert.equal(run.attempt, 2);
  run = advance(run, { name: "evaluated", data: { attempt: 2, evaluation: { ...evaluation, score: 80, passed: true } } }, 5200);
  assert.equal(run.steps[4]?.state, "done");
});

const statement = (path: string, text: string, chunk: string, more: Partial<Statement> = {}): Statement =>
  ({ path, text, kind: "verbatim", receipts: [{ chunk_id: chunk, spans: [] }], ...more });

const STATEMENTS: Statement[] = [
  statement("basics/label", "Engineer", "c0"),
  statement("basics/summary", "Builds things.", "c0"),
  statement("work/0/name", "Harbour Office", "c1"),
  statement("work/0/position", "Engineer", "c1"),
  statement("work/0/startDate", "2021-03", "c1"),
  statement("work/0/highlights/0", "Led gauges", "c2", { kind: "approved" }),
  statement("skills/0/name", "Programs", "c3"),
  statement("skills/0/keywords/0", "Rust", "c3", { kind: "derived" }),
  statement("skills/0/keywords/1", "SQL", "c3"),
];

test("statements become lines with their kinds and sources", () => {
  const shown = blocks(STATEMENTS);
  assert.deepEqual(shown.map((block) => block.title), ["", "Experience", "Skills"]);
  const lines = shown.flatMap((block) => block.lines);
  assert.deepEqual(lines.map(({ text, aside, role, kind }) => [text, aside, role, kind]), [
    ["Engineer", "", "title", "verbatim"],
    ["Builds things.", "", "text", "verbatim"],
    ["Engineer · Harbour Office", "Mar 2021 – now", "head", "verbatim"],
    ["Led gauges", "", "bullet", "approved"],
    ["Programs: Rust, SQL", "", "text", "derived"],
  ]);
  const every = lines.flatMap((line) => line.paths).sort();
  assert.deepEqual(every, STATEMENTS.map(({ path }) => path).sort(), "no statement is lost");
  assert.deepEqual(lines.map((line) => line.editable), [false, true, false, true, false]);
  assert.deepEqual([month("2021"), month("2021-13"), month("2021-03-09"), month("spring")], ["2021", "2021-13", "Mar 2021", "spring"]);
});

test("results from before kinds were told have none", () => {
  const [block] = blocks([{ path: "basics/summary", text: "Old.", receipts: [] }]);
  assert.equal(block?.lines[0]?.kind, null);
});

const RESUME = {
  basics: { name: "Jo", label: "Engineer", summary: "Builds things.", url: "https://example.org" },
  work: [
    { name: "Bakery", position: "Clerk", highlights: ["Sold bread"] },
    { name: "Harbour Office", position: "Engineer", startDate: "2021-03", highlights: ["Swept the quay", "Looked after gauges"] },
  ],
  skills: [{ name: "Programs", keywords: ["SQL", "Rust", "C"] }],
  meta: { version: "v1" },
};
const chunk = (id: string, path: string): [string, Chunk] => [id, { id, text: `text of ${id}`, metadata: { path }, origin: { type: "resume", id: "r" } } as unknown as Chunk];
const CHUNKS = new Map([chunk("c0", "basics"), chunk("c1", "work/1"), chunk("c2", "work/1/highlights/1"), chunk("c3", "skills/0")]);

test("the original stands beside the result, line by line, and what was left out is known", () => {
  const from = origins(STATEMENTS, CHUNKS, "r", RESUME);
  assert.equal(from.get("work/0/name"), "work/1/name");
  assert.equal(from.get("work/0/highlights/0"), "work/1/highlights/1");
  assert.equal(from.get("skills/0/keywords/0"), "skills/0/keywords/1");
  const rows = compare(STATEMENTS, RESUME, from);
  const pairs = rows.flatMap((block) => block.rows).map(({ before, after }) => [before?.text ?? null, after?.text ?? null]);
  assert.deepEqual(pairs, [
    ["Engineer", "Engineer"],
    ["Builds things.", "Builds things."],
    ["Engineer · Harbour Office", "Engineer · Harbour Office"],
    ["Looked after gauges", "Led gauges"],
    ["Clerk · Bakery", null],
    ["Sold bread", null],
    ["Swept the quay", null],
    ["Programs: SQL, Rust, C", "Programs: Rust, SQL"],
  ]);
  assert.equal(leftOut(rows).length, 3);
  assert.ok(!statementsOf(RESUME).some(({ text }) => text === "v1" || text.startsWith("https")));
  assert.equal(origins(STATEMENTS, CHUNKS, "another", RESUME).size, 0);
});

test("requirements name what answers them, and the gaps", () => {
  const shown = blocks(STATEMENTS);
  const groups = askedGroups(analysis([
    { text: "Look after instruments", level: "must", keywords: [], answered_by: ["work/0/highlights/0", "skills/0/keywords/0"] },
    { text: "Sail", level: "must", keywords: [], answered_by: ["gone/0"] },
    { text: "SQL", level: "nice", keywords: [], answered_by: ["skills/0/keywords/1"] },
  ]), shown);
  assert.deepEqual(groups.map(({ title, answered, asked }) => [title, answered, asked.length]), [["Asked for", 1, 2], ["Nice to have", 1, 1]]);
  assert.equal(groups[0]?.asked[0]?.answer, "“Led gauges”, Skills");
  assert.deepEqual(groups[0]?.asked[0]?.lines, ["work/0/highlights/0", "skills/0/name"]);
  assert.equal(fitSentence(groups), "2 of 3 requirements answered from your sources");
  assert.deepEqual(gaps(groups).map(({ text }) => text), ["Sail"]);
  assert.match(fitSentence([]), /asks for nothing/);
});

const REVIEWED = { statements: STATEMENTS, job_description: "A job" };

test("approval saves every section, rejection the output, a flag its note", () => {
  const approved = approval(REVIEWED);
  assert.deepEqual(approved.map(({ section_type, feedback_type }) => [section_type, feedback_type]), [["basics", "approved"], ["work", "approved"], ["skills", "approved"]]);
  assert.equal(approved[1]?.original_text, "Engineer · Harbour Office Mar 2021 – now\n- Led gauges");
  const [rejected] = rejection(REVIEWED);
  assert.equal(rejected?.feedback_type, "rejected");
  for (const { text } of STATEMENTS.filter(({ path }) => !path.includes("Date"))) assert.ok(rejected?.original_text.includes(text), text);
  const line = blocks(STATEMENTS)[1]?.lines[1] ?? null;
  assert.deepEqual(flag(REVIEWED, " too loud ", line), [{ original_text: "Led gauges", feedback_type: "flagged", job_context: "A job", note: "too loud", section_type: "work" }]);
  assert.equal(flag(REVIEWED, "n", null)[0]?.section_type, "resume");
});

test("an edited line is saved for the words it rests on", () => {
  const [summary] = (blocks(STATEMENTS)[0]?.lines ?? []).slice(1);
  const chunks = new Map([["c0", { text: "Jö 🏔 Builds things." } as Chunk]]);
  const spans = [{ start: 5, end: 19 }];
  const statements = [statement("basics/summary", "Builds things", "c0", { kind: "derived", receipts: [{ chunk_id: "c0", spans }] })];
  assert.equal(sourceText(statements[0] as Statement, chunks), "Builds things.", "positions are characters, not units");
  assert.ok(summary);
  const saved = edit({ statements, job_description: "A job" }, { ...summary, text: "Builds things" }, " Builds tide gauges. ", chunks);
  assert.deepEqual(saved, { original_text: "Builds things", final_text: "Builds tide gauges.", feedback_type: "edited", job_context: "A job", section_type: "basics", source_text: "Builds things." });
  assert.ok(!("source_text" in edit({ statements, job_description: "A job" }, summary, "x", new Map())));
});

test("texts are cut into parts that the service takes, between lines where there are any", () => {
  assert.deepEqual(parts("aa\nbb\ncc", 5), ["aa\nbb", "cc"]);
  assert.deepEqual(parts("🏔🏔🏔", 2), ["🏔🏔", "🏔"]);
  assert.deepEqual(parts("  \n \n", 5), []);
  assert.ok(parts("word ".repeat(5000)).every((part) => [...part].length <= 8000));
});

test("letters walk through the lines that have proposals, and around the ends", () => {
  const lines = ["a", "b", "c", "d"];
  const waiting = new Set(["b", "d"]);
  assert.equal(stepTo(lines, waiting, null, 1), "b");
  assert.equal(stepTo(lines, waiting, null, -1), "d");
  assert.equal(stepTo(lines, waiting, "b", 1), "d");
  assert.equal(stepTo(lines, waiting, "d", 1), "b");
  assert.equal(stepTo(lines, waiting, "c", -1), "b");
  assert.equal(stepTo(lines, waiting, "a", -1), "d");
  assert.equal(stepTo(lines, new Set(["b"]), "b", 1), "b");
  assert.equal(stepTo(lines, new Set(), "b", 1), null);
  assert.equal(stepTo([], waiting, null, 1), null);
  assert.equal(resultKey("J"), "next");
  assert.equal(resultKey("z"), null);
});

test("a requirement of several names is answered in part where the resume has some of them, and only where all are asked for", () => {
  const shown = blocks(STATEMENTS);
  const asked = (text: string, keywords: string[], answered_by = ["skills/0/keywords/0"]) => ({ text, level: "must" as const, keywords, answered_by });
  const [group] = askedGroups(analysis([
    asked("Rust, Kafka and Flink in production", ["Rust", "Kafka", "Flink", "production"]),
    asked("Rust or Kafka", ["Rust", "Kafka"]),
    asked("Rust and SQL", ["Rust", "SQL"]),
    asked("Kafka and Flink", ["Kafka", "Flink"], []),
    asked("Rust with care", ["Rust", "care"]),
  ]), shown, ["Kafka and Flink"]);
  assert.ok(group);
  assert.deepEqual(group.asked.map(({ partly }) => partly), [{ there: ["Rust"], missing: ["Kafka", "Flink"] }, null, null, null, null]);
  assert.equal(partlySaid({ there: ["Rust"], missing: ["Kafka", "Flink"] }), "Rust is there; Kafka and Flink are not.");
  assert.equal(countOf(group), "3 of 5, 1 partly");
  assert.equal(fitSentence([group]), "3 of 5 requirements answered from your sources, 1 partly");
  assert.deepEqual(group.asked.map(({ lacking }) => lacking), [false, false, false, true, false]);
  assert.deepEqual(gaps([group]), [], "what one has not is not asked about again");
});

test("a verdict is said once, and the other one is found to be taken back", () => {
  const approved = approval(REVIEWED);
  const known = approved.slice(0, 2).map((entry, index) => ({ id: String(index), final_text: null, note: null, source_text: null, ...entry }) as VoiceFeedback);
  assert.deepEqual(unsaid(approved, known).map(({ section_type }) => section_type), ["skills"]);
  assert.deepEqual(saidAlready(approved, [...known, { ...known[0], id: "again" } as VoiceFeedback]).map(({ id }) => id), ["0", "1", "again"]);
  assert.deepEqual(saidAlready(rejection(REVIEWED), known), []);
  const other = known.map((entry) => ({ ...entry, job_context: "Another job" }));
  assert.equal(unsaid(approved, other).length, approved.length);
  assert.deepEqual(unsaid([sayAgain(known[0] as VoiceFeedback)], known), []);
});

test("a verdict on words that the result had before is one on this result, and that on another result is not", () => {
  const judged = { ...REVIEWED, proposals: [], created_at: "2026-01-02T00:00:00Z" };
  const at = "2026-01-03T00:00:00Z";
  const said = (id: string, more: object): VoiceFeedback => ({ id, final_text: null, note: null, source_text: null, job_context: "A job", created_at: at, ...more }) as VoiceFeedback;
  const approved = approval(judged).map((entry, index) => said(`a${index}`, entry));
  const [first] = approved as [VoiceFeedback];
  const line = (first.original_text.split("\n").at(-1) ?? "").replace(/^- /, "");
  // The line was written anew after it was approved.
  const now = { ...judged, statements: judged.statements.map((one) => (one.text === line ? { ...one, text: "Written anew." } : one)) };
  assert.notDeepEqual(approval(now)[0], approval(judged)[0], "the section says something else now");
  const edited = said("e", { feedback_type: "edited", original_text: line, final_text: "Written anew." });
  assert.deepEqual(verdicts(now, [...approved, edited]).map(({ id }) => id), approved.map(({ id }) => id));
  assert.deepEqual(unsaid(verdicts(now, [...approved, edited]), rejection(now)).length, approved.length, "a rejection takes all of them back");
  assert.deepEqual(unsaid(verdicts(now, [...approved, edited]), approval(now)).map(({ id }) => id), ["a0"], "an approval takes back the words that are gone");
  const others = [{ ...first, created_at: "2026-01-01T00:00:00Z" }, { ...first, job_context: "Another job" }, { ...first, source_text: "A fact" }, { ...first, original_text: "Never said here." }];
  assert.deepEqual(verdicts(now, [...others, edited]), []);
});
