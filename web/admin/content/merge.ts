/**
 * Two versions of one item, side by side: paragraphs that both have, and those where somebody has to choose.
 * Where the version that both began with is known, a paragraph that only one of them has changed is
 * proposed from that one; whoever merges can choose otherwise.
 */
import { parse } from "../editor/markup/parse.ts";
import { isElement, textOf, toHtml } from "../editor/markup/tree.ts";
import { wrapLoose } from "../editor/markup/canonical.ts";
import { diff, likeness, type Step } from "./diff.ts";

export interface Paragraph {
  html: string;
  text: string;
  kind: "text" | "heading" | "picture" | "other";
}

export type Side = "mine" | "theirs";

export interface Row {
  /** Null: it is not in that version. */
  mine: Paragraph | null;
  theirs: Paragraph | null;
  same: boolean;
  /** What is kept; null as long as nobody has chosen. */
  kept: Side | null;
}

export function paragraphs(html: string): Paragraph[] {
  return wrapLoose(parse(html)).flatMap((part) => {
    if (!isElement(part)) return [];
    const text = textOf([part]).replace(/\s+/g, " ").trim();
    const made = toHtml([part]);
    const kind = /^h[1-6]$/.test(part.tag) ? "heading" : /<img|<video/.test(made) ? "picture" : part.tag === "p" ? "text" : "other";
    return [{ html: made, text, kind }];
  });
}

export function compare(mine: string, theirs: string, base: string | null): Row[] {
  const [own, other] = [paragraphs(mine), paragraphs(theirs)];
  const before = base === null ? null : paragraphs(base);
  const untouched = new Set(before === null ? [] : [...inPlace(before, own), ...inPlace(before, other)]);
  const rows: Row[] = [];
  let left: Paragraph[] = [];
  let right: Paragraph[] = [];
  const close = (): void => {
    for (const [mine, theirs] of pairs(left, right)) rows.push({ mine, theirs, same: false, kept: before === null ? null : propose(mine, theirs, untouched) });
    left = [];
    right = [];
  };
  for (const step of diff(own, other, keyOf) as Step<Paragraph>[]) {
    if (step.kind === "removed" && step.left) left.push(step.left);
    else if (step.kind === "added" && step.right) right.push(step.right);
    else {
      close();
      rows.push({ mine: step.left, theirs: step.right, same: true, kept: "mine" });
    }
  }
  close();
  return before === null ? rows : withoutGuesses(rows, before, own, other);
}

const keyOf = (paragraph: Paragraph): string => paragraph.html;

/** The paragraphs of a version that stand where they stood before, and not only somewhere in it. */
function inPlace(before: Paragraph[], now: Paragraph[]): Paragraph[] {
  return (diff(before, now, keyOf) as Step<Paragraph>[]).flatMap(({ kind, right }) => (kind === "same" && right ? [right] : []));
}

/** Which side changed a paragraph, if only one did. */
function propose(mine: Paragraph | null, theirs: Paragraph | null, untouched: Set<Paragraph>): Side | null {
  // What one side has alone was written by it, or taken away by the other.
  if (mine === null) return theirs !== null && untouched.has(theirs) ? "mine" : "theirs";
  if (theirs === null) return untouched.has(mine) ? "theirs" : "mine";
  if (untouched.has(theirs) && !untouched.has(mine)) return "mine";
  if (untouched.has(mine) && !untouched.has(theirs)) return "theirs";
  return null;
}

/**
 * Paragraphs that were moved or repeated can be matched in more than one way. Where what is proposed has a text more or
 * less often than both changes together make it, nothing is proposed for that text: somebody has to choose.
 */
function withoutGuesses(rows: Row[], before: Paragraph[], own: Paragraph[], other: Paragraph[]): Row[] {
  const [of, mine, theirs] = [counts(before), counts(own), counts(other)];
  const kept = counts(rows.flatMap((row) => (row.kept === "theirs" ? row.theirs : row.kept === "mine" ? row.mine : null) ?? []));
  const isGuessed = (paragraph: Paragraph | null): boolean => {
    if (paragraph === null) return false;
    const often = (where: Map<string, number>): number => where.get(paragraph.html) ?? 0;
    return often(kept) !== Math.max(0, often(mine) + often(theirs) - often(of));
  };
  // Where somebody has to choose anyway, the text is in sight.
  const open = new Set(rows.filter((row) => row.kept === null).flatMap((row) => [row.mine?.html, row.theirs?.html]));
  return rows.map((row) => (!row.same && row.kept !== null && [row.mine, row.theirs].some((each) => each !== null && !open.has(each.html) && isGuessed(each)) ? { ...row, kept: null } : row));
}

function counts(list: readonly Paragraph[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { html } of list) found.set(html, (found.get(html) ?? 0) + 1);
  return found;
}

/** Between two paragraphs that both have: which of the others belong together. */
function pairs(left: Paragraph[], right: Paragraph[]): [Paragraph | null, Paragraph | null][] {
  const found: [Paragraph | null, Paragraph | null][] = [];
  let next = 0;
  for (const own of left) {
    const at = right.findIndex((other, index) => index >= next && (likeness(own.text, other.text) > 0.4 || (left.length === right.length && other.kind === own.kind && index === left.indexOf(own))));
    if (at < 0) {
      found.push([own, null]);
      continue;
    }
    for (const other of right.slice(next, at)) found.push([null, other]);
    found.push([own, right[at] ?? null]);
    next = at + 1;
  }
  for (const other of right.slice(next)) found.push([null, other]);
  return found;
}

export function undecided(rows: readonly Row[]): number {
  return rows.filter((row) => row.kept === null).length;
}

export function differing(rows: readonly Row[]): number {
  return rows.filter((row) => !row.same).length;
}

/** The body that was chosen. */
export function merged(rows: readonly Row[]): string {
  return rows.flatMap((row) => (row.kept === "theirs" ? row.theirs : row.mine)?.html ?? []).join("\n");
}
