/** Where a text stops being JSON, in words for people. What browsers say of it differs, and is for programmers. */

class Fault extends Error {
  constructor(
    readonly at: number,
    readonly what: string,
  ) {
    super(what);
  }
}

const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)(?![A-Za-z])/y;

/** "line 3, column 14: a comma is missing"; null when all of it is JSON. */
export function whereNotJson(text: string): string | null {
  try {
    const end = skip(text, value(text, skip(text, 0)));
    if (end < text.length) throw new Fault(end, "something follows after the end");
    return null;
  } catch (error) {
    if (!(error instanceof Fault)) return "it is nested too deeply";
    const before = text.slice(0, error.at).split("\n");
    return `line ${before.length}, column ${[...(before.at(-1) ?? "")].length + 1}: ${error.what}`;
  }
}

/** The place behind what a pattern finds here, or null. */
function take(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function skip(text: string, at: number): number {
  return take(BLANKS, text, at) ?? at;
}

function value(text: string, at: number): number {
  const first = text[at];
  if (first === undefined) throw new Fault(at, "it ends too early");
  if (first === "{") return list(text, at, "}", member);
  if (first === "[") return list(text, at, "]", value);
  if (first === '"') return string(text, at);
  const end = take(NUMBER, text, at) ?? take(WORD, text, at);
  if (end === null) throw new Fault(at, first === "'" ? "texts stand in double quotes" : first === "," ? "a comma too many" : "a value is missing, or a text without its quotes");
  return end;
}

function string(text: string, at: number): number {
  const end = take(STRING, text, at);
  if (end === null) throw new Fault(at, "this text has no closing quote, a line break in it, or a sign after \\ that means nothing");
  return end;
}

function member(text: string, at: number): number {
  if (text[at] !== '"') throw new Fault(at, text[at] === undefined ? "it ends too early" : "the name of a member is missing, or has no double quotes");
  const colon = skip(text, string(text, at));
  if (text[colon] !== ":") throw new Fault(colon, "a colon is missing");
  return value(text, skip(text, colon + 1));
}

function list(text: string, at: number, close: string, part: (text: string, at: number) => number): number {
  let next = skip(text, at + 1);
  if (text[next] === close) return next + 1;
  for (;;) {
    next = skip(text, part(text, next));
    if (text[next] === close) return next + 1;
    if (text[next] === undefined) throw new Fault(next, `a ${close} is missing`);
    if (text[next] !== ",") throw new Fault(next, `a comma or a ${close} is missing`);
    const comma = next;
    next = skip(text, next + 1);
    if (text[next] === close) throw new Fault(comma, "a comma too many");
  }
}
