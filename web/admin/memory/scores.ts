/** Search results with their numbers: what is drawn as bars and which words are marked. */
import type { SearchHit } from "../../api/client.gen.ts";

export interface Score {
  /** As it is written: two digits, as the cosine; BM25 has no upper end and gets one digit from 10 on. */
  text: string;
  /** 0 to 100. */
  share: number;
}

export interface HitScores {
  total: string;
  meaning: Score | null;
  words: Score | null;
}

export function hitScores(hit: SearchHit, all: readonly SearchHit[]): HitScores {
  const best = Math.max(0, ...all.map((other) => other.keyword_score ?? 0));
  return {
    // What fuses two orders gives small numbers, which two digits would make alike.
    total: Math.abs(hit.score) >= 0.1 ? number(hit.score) : hit.score.toFixed(4),
    // A cosine is drawn as it is; below 0 there is nothing to draw.
    meaning: hit.vector_score === null ? null : { text: number(hit.vector_score), share: clamp(hit.vector_score * 100) },
    // BM25 is comparable within one answer only, so its bar is a share of the best.
    words: hit.keyword_score === null ? null : { text: number(hit.keyword_score), share: best === 0 ? 0 : clamp((hit.keyword_score / best) * 100) },
  };
}

function number(value: number): string {
  if (Math.abs(value) >= 10) return value.toFixed(1);
  const text = value.toFixed(2);
  return text === "-0.00" ? "0.00" : text;
}

function clamp(value: number): number {
  return Math.min(100, Math.max(0, value));
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** A text in pieces, those marked that begin as a word of the query does. Short words of three letters or less must be equal. */
export function marked(text: string, query: string): Piece[] {
  const wanted = [...new Set(wordsOf(query))];
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(WORD)) {
    if (!wanted.some((word) => alike(match[0].toLowerCase(), word))) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), marked: false });
    pieces.push({ text: match[0], marked: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return joined(pieces);
}

const WORD = /[\p{L}\p{N}]+/gu;
const EMPTY = new Set(["a", "an", "and", "as", "at", "by", "for", "from", "i", "in", "is", "it", "of", "on", "or", "our", "the", "to", "we", "with", "you", "your"]);

function wordsOf(query: string): string[] {
  return [...query.toLowerCase().matchAll(WORD)].map(([word]) => word).filter((word) => !EMPTY.has(word));
}

function alike(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  const stem = (given: string): string => given.replace(/(ings|ing|ed|es|e|s)$/, "");
  return wanted.length > 3 && word.length > 3 && stem(word) === stem(wanted);
}

/** Marked words with nothing but a blank between them are one mark. */
function joined(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const before = out.at(-2);
    if (piece.marked && last?.text === " " && before?.marked === true) {
      out.splice(-2, 2, { text: `${before.text} ${piece.text}`, marked: true });
    } else {
      out.push(piece);
    }
  }
  return out;
}
