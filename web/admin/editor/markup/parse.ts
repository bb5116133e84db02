/**
 * Reads what the service stores: lower-case names, quoted values, every element closed. It is no parser
 * for HTML at large; documents from elsewhere are read by the browser (`dom.ts`). It exists so that a
 * body means the same in a test and in a browser, and so that opening one needs no policy for it.
 */
import { element, type Element, type Markup, VOID } from "./tree.ts";

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9:]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?-->/g;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

export function parse(html: string): Markup[] {
  const root = element("body");
  const open: Element[] = [root];
  const top = (): Element => open[open.length - 1] ?? root;
  let at = 0;
  const text = (end: number): void => {
    if (end > at) add(top(), decode(html.slice(at, end)));
  };
  for (const match of html.matchAll(TAG)) {
    text(match.index);
    at = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name === undefined) continue;
    if (match[1] === "/") {
      const depth = open.findLastIndex((parent) => parent.tag === name);
      if (depth > 0) open.length = depth;
      continue;
    }
    const made = element(name, attributes(match[3] ?? ""));
    top().children.push(made);
    if (!VOID.has(name)) open.push(made);
  }
  text(html.length);
  return root.children;
}

function add(parent: Element, text: string): void {
  const last = parent.children.length - 1;
  const before = parent.children[last];
  const first = parent.tag === "pre" && before === undefined ? text.replace(/^\r?\n/, "") : text;
  if (typeof before === "string") parent.children[last] = before + first;
  else if (first !== "") parent.children.push(first);
}

function attributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    if (name !== undefined) found[name.toLowerCase()] = decode(double ?? single ?? bare ?? "");
  }
  return found;
}

function decode(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? "", 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
