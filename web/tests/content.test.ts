import assert from "node:assert/strict";
import { test } from "node:test";
import { diff, diffWords } from "../admin/content/diff.ts";
import { compare, differing, merged, undecided } from "../admin/content/merge.ts";
import { dateFault } from "../admin/content/dates.ts";
import { FIELDS, isSame, membersOf, withField } from "../admin/content/fields.ts";
import { emptyForm, statusOf } from "../admin/content/item.ts";
import { learnTime, serviceNow } from "../admin/http/clock.ts";
import { Saving, type SavingState } from "../admin/content/saving.ts";
import { shadowOf } from "../admin/content/sections.ts";

test("a difference keeps everything, in order", () => {
  const left = [..."abcdef"];
  const right = [..."axcdyf"];
  const steps = diff(left, right, (letter) => letter);
  assert.equal(steps.filter((step) => step.kind !== "added").map((step) => step.left).join(""), "abcdef");
  assert.equal(steps.filter((step) => step.kind !== "removed").map((step) => step.right).join(""), "axcdyf");
  assert.equal(steps.filter((step) => step.kind === "same").length, 4);
});

test("words that differ are found, and joined they are the texts again", () => {
  const before = "Mine had been shown a dust cover.";
  const after = "Mine had been shown its own lid.";
  const pieces = diffWords(before, after);
  assert.equal(pieces.filter((piece) => piece.kind !== "added").map((piece) => piece.text).join(""), before);
  assert.equal(pieces.filter((piece) => piece.kind !== "removed").map((piece) => piece.text).join(""), after);
  assert.deepEqual(pieces.map((piece) => piece.kind), ["same", "removed", "added", "same"]);
});

const p = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join("\n");

test("paragraphs that only one side changed are proposed, others have to be chosen", () => {
  const base = p("One stays", "Two of the winters were grey", "Three is gone soon", "Four");
  const mine = p("One stays", "Two of the years were grey", "Three is gone soon", "Four");
  const theirs = p("One stays", "Two of the winters were black", "Three is gone soon", "Four", "Five is new");
  const rows = compare(mine, theirs, base);
  assert.equal(differing(rows), 2);
  assert.equal(undecided(rows), 1);
  const open = rows.find((row) => row.kept === null);
  assert.equal(open?.mine?.text, "Two of the years were grey");
  assert.equal(open?.theirs?.text, "Two of the winters were black");
  if (open) open.kept = "mine";
  assert.equal(merged(rows), p("One stays", "Two of the years were grey", "Three is gone soon", "Four", "Five is new"));
});

test("what one side deleted stays deleted, unless the other wrote in it", () => {
  const base = p("One", "Two of it", "Three");
  assert.equal(merged(compare(p("One", "Three"), p("One", "Two of it", "Three"), base)), p("One", "Three"));
  const rows = compare(p("One", "Three"), p("One", "Two of it, and more", "Three"), base);
  assert.equal(merged(rows), p("One", "Two of it, and more", "Three"));
});

test("a paragraph that one side moved or repeated is there as often as it was written", () => {
  const base = p("Alpha of it", "Beta then", "Gamma too", "Delta last");
  const moved = compare(p("Alpha of it", "Beta then", "Gamma too", "Delta last. Mine."), p("Beta then", "Gamma too", "Alpha of it", "Delta last"), base);
  assert.equal(undecided(moved), 0);
  assert.equal(merged(moved), p("Beta then", "Gamma too", "Alpha of it", "Delta last. Mine."));
  const verse = p("Nevermore.", "He sat");
  assert.equal(merged(compare(p("Nevermore.", "He sat down"), p("Nevermore.", "Nevermore.", "He sat"), verse)), p("Nevermore.", "Nevermore.", "He sat down"));
  // Which of the two is new cannot be told here: somebody has to choose.
  const late = compare(p("He sat down", "Nevermore."), p("He sat", "Nevermore.", "Nevermore."), p("He sat", "Nevermore."));
  assert.ok(late.filter((row) => row.kept === null).some((row) => row.theirs?.text === "Nevermore.") || merged(late) === p("He sat down", "Nevermore.", "Nevermore."));
});

test("whatever both sides do, no paragraph is lost that neither took away, unless somebody is asked", () => {
  let seed = 7;
  const draw = (most: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const often = (html: string, text: string): number => html.split("\n").filter((part) => part === `<p>${text}</p>`).length;
  const change = (texts: string[], word: string): string[] => {
    const next = [...texts];
    for (let step = draw(3); step >= 0; step--) {
      const at = draw(next.length + 1);
      const act = draw(4);
      if (act === 0) next.splice(at, 0, `${word} ${draw(9)} is new`);
      else if (act === 1 && next.length > 1) next.splice(draw(next.length), 0, ...next.splice(at % next.length, 1));
      else if (act === 2) next.splice(at, 0, next[draw(next.length)] ?? "a refrain");
      else if (next.length > 1) next.splice(at % next.length, 1);
    }
    return next;
  };
  for (let round = 0; round < 3000; round++) {
    const texts = Array.from({ length: 2 + draw(5) }, () => `Paragraph ${draw(4)}`);
    const [base, mine, theirs] = [p(...texts), p(...change(texts, "mine")), p(...change(texts, "theirs"))];
    const rows = compare(mine, theirs, base);
    const asked = rows.filter((row) => row.kept === null).flatMap((row) => [row.mine?.text, row.theirs?.text]);
    const whole = merged(rows.filter((row) => row.kept !== null));
    for (const text of new Set([...texts, ...[mine, theirs].flatMap((html) => html.split("\n").map((part) => part.slice(3, -4)))])) {
      if (asked.includes(text)) continue;
      const taken = [mine, theirs].reduce((sum, html) => sum + Math.max(0, often(base, text) - often(html, text)), 0);
      assert.ok(often(whole, text) >= Math.min(often(mine, text), often(theirs, text)), `${text} in\n${base}\n–\n${mine}\n–\n${theirs}`);
      assert.ok(often(whole, text) >= Math.max(often(mine, text), often(theirs, text)) - taken, `${text} in\n${base}\n–\n${mine}\n–\n${theirs}`);
    }
  }
});

test("without a common version nothing is decided for anybody", () => {
  const rows = compare(p("a b c", "x"), p("a b d", "x"), null);
  assert.equal(undecided(rows), 1);
  for (const row of rows) row.kept ??= "theirs";
  assert.equal(merged(rows), p("a b d", "x"));
});

interface Trial {
  saving: Saving<string>;
  states: SavingState["kind"][];
  sent: string[];
  kept: string[];
  pass: () => Promise<void>;
  write: (text: string) => void;
}

function trial(answers: (Error | "waits" | null)[], byItself: boolean | (() => boolean) = true, forgetting: () => void = () => undefined): Trial {
  const states: SavingState["kind"][] = [];
  const sent: string[] = [];
  const kept: string[] = [];
  let timer: (() => void) | null = null;
  let text = "";
  const saving = new Saving<string>({
    current: () => text,
    send: async (value) => {
      sent.push(value);
      await Promise.resolve();
      const answer = answers.shift() ?? null;
      if (answer instanceof Error) throw answer;
      return answer !== "waits";
    },
    keep: async (value) => void kept.push(value),
    forget: async () => {
      forgetting();
      kept.splice(0);
    },
    explain: (error) => (error as Error).message,
    isOutdated: (error) => (error as Error).message === "stale",
    saveByItself: () => (typeof byItself === "boolean" ? byItself : byItself()),
    changed: (state) => states.push(state.kind),
    later: (act) => {
      timer = act;
      return () => (timer = null);
    },
  }, null);
  const pass = async (): Promise<void> => {
    timer?.();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { saving, states, sent, kept, pass, write: (given) => { text = given; saving.touch(); } };
}

test("a pause keeps a draft here, saves it there, and then nothing has to be kept", async () => {
  const { states, sent, kept, pass, write } = trial([]);
  write("a");
  write("ab");
  assert.deepEqual(sent, []);
  await pass();
  assert.deepEqual(sent, ["ab"]);
  assert.deepEqual(states, ["unsaved", "saving", "saved"]);
  assert.deepEqual(kept, []);
});

test("what is public is only kept here until somebody saves", async () => {
  const { saving, states, sent, kept, pass, write } = trial([], false);
  write("a");
  await pass();
  assert.deepEqual([sent, kept, states], [[], ["a"], ["unsaved"]]);
  assert(saving.isUnsaved);
  assert(await saving.save());
  assert.deepEqual([sent, states.at(-1)], [["a"], "saved"]);
});

test("a failed save stays said while one goes on writing, until one succeeds", async () => {
  const { saving, states, kept, pass, write } = trial([new Error("The server did not answer."), null]);
  write("a");
  await pass();
  assert.equal(states.at(-1), "failed");
  write("ab");
  assert.equal(saving.current.kind, "failed");
  assert(saving.isUnsaved && kept.length > 0);
  await pass();
  assert.equal(saving.current.kind, "saved");
});

test("what is written during a save is saved after it", async () => {
  const { saving, sent, pass, write } = trial([]);
  write("a");
  const first = saving.save();
  write("ab");
  await first;
  assert(saving.isUnsaved);
  await pass();
  await pass();
  assert.deepEqual(sent, ["a", "ab"]);
  assert(!saving.isUnsaved);
});

test("a letter typed while the device forgets what was saved is not said to be saved", async () => {
  const { saving, states, sent, pass, write } = trial([], true, () => {
    if (sent.length === 1) write("ab");
  });
  write("a");
  assert(await saving.save());
  assert.equal(states.at(-1), "unsaved");
  await pass();
  assert.deepEqual([sent, states.at(-1)], [["a", "ab"], "saved"]);
});

test("a pause that ends while something becomes public sends nothing after it", async () => {
  let isPublic = false;
  const { saving, sent, kept, pass, write } = trial([], () => !isPublic);
  write("typed");
  let letGo: () => void = () => undefined;
  const acting = saving.alone(() => new Promise<void>((done) => (letGo = done)).then(() => void (isPublic = true)));
  await pass();
  letGo();
  await acting;
  await pass();
  assert.deepEqual([sent, kept.at(-1)], [[], "typed"]);
  assert(saving.isUnsaved);
});

test("what is done alone meets no save, and one that fails holds up none", async () => {
  const { saving, sent, write } = trial([]);
  write("a");
  const order: string[] = [];
  const first = saving.save().then(() => order.push("saved"));
  const act = saving.alone(() => Promise.reject(new Error("no"))).catch(() => order.push("failed"));
  await Promise.all([first, act]);
  assert.deepEqual(order, ["saved", "failed"]);
  write("ab");
  assert(await saving.save());
  assert.deepEqual(sent, ["a", "ab"]);
});

test("a conflict is not saved over by the next pause", async () => {
  const { saving, sent, kept, pass, write } = trial([new Error("stale")]);
  write("a");
  await pass();
  assert.equal(saving.current.kind, "conflict");
  write("ab");
  await pass();
  assert.deepEqual(sent, ["a"]);
  assert.equal(kept.at(-1), "ab", "but it is kept here");
  saving.resume();
  assert(await saving.save());
  assert.deepEqual(sent, ["a", "ab"]);
});

test("what was found on this device waits until somebody writes or saves", async () => {
  const { saving, states, sent, pass, write } = trial([]);
  saving.hold();
  await pass();
  assert.deepEqual([sent, states], [[], ["unsaved"]]);
  assert(saving.isUnsaved);
  write("ab");
  await pass();
  assert.deepEqual([sent, states.at(-1)], [["ab"], "saved"]);
});

test("who discards waits for the save that runs", async () => {
  const { saving, sent, write } = trial([]);
  write("a");
  void saving.save();
  await saving.idle();
  assert.deepEqual(sent, ["a"]);
  assert(!saving.isUnsaved);
});

test("dates of publication are dates, with years of four digits", () => {
  assert.equal(dateFault("2026-11-16T09:00"), undefined);
  assert.equal(dateFault("9998-12-31T23:59"), undefined);
  assert.match(dateFault("9999-12-31T23:59") ?? "", /up to 9998/);
  assert.match(dateFault("275760-01-01T00:00") ?? "", /date|9998/);
  assert.match(dateFault("0026-11-16T09:00") ?? "", /four digits/);
  assert.match(dateFault("") ?? "", /Choose a date/);
});

test("an address that is that of a section is told", () => {
  const places = [{ id: "1", title: "Walks", path: "writing/walks", depth: 1, is_published: true }];
  assert.match(shadowOf(places, "/writing/walks") ?? "", /section “Walks”/);
  assert.equal(shadowOf(places, "/writing/walk"), undefined);
});

test("what has to wait for its button stays unsaved and kept, and is not sent by itself", async () => {
  const { saving, states, sent, kept, pass, write } = trial(["waits"], false);
  write("one");
  await pass();
  assert.equal(await saving.save(), true);
  assert.equal(states.at(-1), "unsaved");
  assert.ok(saving.isUnsaved);
  assert.deepEqual([sent, kept.at(-1)], [["one"], "one"]);
});

test("who waits for a slow save sends nothing once the editor is gone", async () => {
  const { saving, sent, pass, write } = trial([null, null]);
  write("one");
  const slow = saving.save();
  write("two");
  const waiting = saving.save();
  saving.end();
  assert.equal(await slow, true);
  assert.equal(await waiting, false);
  await pass();
  assert.deepEqual(sent, ["one"]);
  assert.ok(saving.isUnsaved, "what was not sent is not called saved");
});

test("every field of an item can be chosen where two versions meet, alone or with what it belongs to", () => {
  const members = FIELDS.flatMap(([name]) => membersOf(name));
  assert.deepEqual([...members, "body", "is_published", "published_at"].sort(), Object.keys(emptyForm(null)).sort());
  const mine = { ...emptyForm(null), image_url: "/b", image_alt: "Second", media_id: "2" };
  const theirs = { ...emptyForm(null), image_url: "/a", image_alt: "First", media_id: "1", title: "Theirs" };
  assert.equal(isSame("image_url", { ...mine, image_url: "/a" }, theirs), false, "the description alone is a difference");
  const both = withField(theirs, "image_url", mine);
  assert.deepEqual([both.image_url, both.image_alt, both.media_id, both.title], ["/b", "Second", "2", "Theirs"]);
});

test("what is public is told by the clock of the service, and not by that of the device", () => {
  const now = Date.now();
  const item = { is_published: true, published_at: new Date(now - 60_000).toISOString() };
  const planned = { is_published: true, published_at: new Date(now + 1_800_000).toISOString() };
  try {
    // The device is an hour behind: published a moment ago is in its future.
    learnTime(new Date(now).toUTCString(), now - 3_600_000);
    assert.ok(Math.abs(serviceNow().getTime() - Date.now() - 3_600_000) < 2_000);
    assert.equal(statusOf(planned), "published");
    learnTime(new Date(now).toUTCString(), now + 3_600_000);
    assert.equal(statusOf(item), "scheduled");
    learnTime(null);
    learnTime("no date");
    assert.equal(statusOf(item), "scheduled", "what tells nothing changes nothing");
  } finally {
    learnTime(new Date().toUTCString());
  }
  assert.equal(statusOf(item), "published");
});
