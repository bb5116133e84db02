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
  const before = new Set(base === null ? [] : paragraphs(base).map((paragraph) => paragraph.html));
  const rows: Row[] = [];
  let left: Paragraph[] = [];
  let right: Paragraph[] = [];
  const close = (): void => {
    for (const [own, other] of pairs(left, right)) rows.push({ mine: own, theirs: other, same: false, kept: base === null ? null : propose(own, other, before) });
    left = [];
    right = [];
  };
  for (const step of diff(paragraphs(mine), paragraphs(theirs), (paragraph) => paragraph.html) as Step<Paragraph>[]) {
    if (step.kind === "removed" && step.left) left.push(step.left);
    else if (step.kind === "added" && step.right) right.push(step.right);
    else {
      close();
      rows.push({ mine: step.left, theirs: step.right, same: true, kept: "mine" });
    }
  }
  close();
  return rows;
}

/** Which side changed a paragraph, if only one did. */
function propose(mine: Paragraph | null, theirs: Paragraph | null, before: Set<string>): Side | null {
  const untouched = (paragraph: Paragraph | null): boolean => paragraph !== null && before.has(paragraph.html);
  if (mine === null) return theirs !== null && before.has(theirs.html) ? "mine" : "theirs";
  if (theirs === null) return before.has(mine.html) ? "theirs" : "mine";
  if (untouched(theirs) && !untouched(mine)) return "mine";
  if (untouched(mine) && !untouched(theirs)) return "theirs";
  return null;
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
