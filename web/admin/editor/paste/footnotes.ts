/**
 * Footnotes as others write them: a link in the text to words at its end, and from there a link back. Word, LibreOffice,
 * Google Docs and web pages name both ends differently and all name them. The words go where the link was.
 */
import { type Element, element, isBlank, isElement, isPhrase, type Markup, textOf } from "../markup/tree.ts";

interface Link {
  part: Element;
  to: string;
  /** From the top down, itself last. */
  way: Element[];
}

/** "[12]", "†", "[note 3]". What is longer is a link in a table of contents. */
const LONGEST_SIGN = 12;

export function withFootnotes(markup: Markup[]): Markup[] {
  const links = linksOf(markup, []);
  const notes = new Map<string, Markup[]>();
  const gone = new Set<Element>();
  for (const link of links) {
    if (notes.has(link.to)) continue;
    const back = textOf([link.part]).trim().length > LONGEST_SIGN ? undefined : links.slice(links.indexOf(link) + 1).find((other) => leadsTo(link, other, other.way) && leadsTo(other, link, link.way.filter(isPhrase)));
    const note = back && noteOf(back, link, links);
    if (!note) continue;
    notes.set(link.to, trimmed(wordsOf(note.children, back.part)));
    gone.add(note);
  }
  if (notes.size === 0) return markup;
  return withoutEnd(replaced(markup, notes, gone));
}

function linksOf(markup: Markup[], above: Element[]): Link[] {
  return markup.filter(isElement).flatMap((part) => {
    const way = [...above, part];
    const [, to] = part.tag === "a" ? (/^#(.+)/.exec(part.attributes["href"] ?? "") ?? []) : [];
    return to === undefined ? linksOf(part.children, way) : [{ part, to, way }];
  });
}

/** Whether one leads to the other: to itself, or to something on the way to it. */
function leadsTo(link: Link, other: Link, way: readonly Element[]): boolean {
  return other !== link && way.some(({ attributes }) => attributes["id"] === link.to || attributes["name"] === link.to);
}

/** The block that holds the words of a note: the innermost one, or the one around it that is made for this note alone. */
function noteOf(back: Link, link: Link, links: readonly Link[]): Element | undefined {
  const blocks = back.way.filter((part) => !isPhrase(part));
  const inner = blocks.at(-1);
  const isOwn = (part: Element): boolean =>
    !link.way.includes(part) && (part.attributes["id"] !== undefined || /mso-element:\s*footnote\b(?!-)/.test(part.attributes["style"] ?? "")) &&
    links.filter(({ way }) => way.includes(part)).length === 1;
  if (inner === undefined || link.way.includes(inner)) return undefined;
  return blocks.filter(isOwn).at(-1) ?? inner;
}

/** The words without the sign before or behind them, in one line. */
function wordsOf(markup: Markup[], sign: Element): Markup[] {
  const words: Markup[] = [];
  for (const part of markup) {
    if (part === sign || (isElement(part) && part.tag === "sup" && part.children.includes(sign))) continue;
    if (isElement(part) && !isPhrase(part)) words.push(...(words.length > 0 ? [" "] : []), ...wordsOf(part.children, sign));
    else words.push(isElement(part) ? { ...part, children: wordsOf(part.children, sign) } : part);
  }
  return words;
}

/** Without the room that was between the sign and the words. */
function trimmed(markup: Markup[]): Markup[] {
  const [first, ...rest] = markup;
  if (first === undefined) return [];
  if (typeof first !== "string") return [{ ...first, children: trimmed(first.children) }, ...rest];
  return first.trim() === "" ? trimmed(rest) : [first.trimStart(), ...rest];
}

function replaced(markup: Markup[], notes: ReadonlyMap<string, Markup[]>, gone: ReadonlySet<Element>): Markup[] {
  return markup.flatMap((part): Markup[] => {
    if (!isElement(part)) return [part];
    if (gone.has(part)) return [];
    const words = part.tag === "a" ? notes.get((part.attributes["href"] ?? "").slice(1)) : undefined;
    if (words !== undefined) return [element("span", { class: "footnote" }, words)];
    const children = replaced(part.children, notes, gone);
    // What held nothing but notes, and the line above them.
    const isEmptied = children.length < part.children.length && textOf(children).trim() === "" && children.every(isRest);
    // The number of a note is set by us.
    if (part.tag === "sup" && children.some((child) => isElement(child) && child.attributes["class"] === "footnote")) return children;
    return isEmptied ? [] : [{ ...part, children }];
  });
}

const isRest = (part: Markup): boolean => isBlank(part) || (isElement(part) && (part.tag === "hr" || part.tag === "br"));

/** A line above notes that are gone ends nothing. */
function withoutEnd(markup: Markup[]): Markup[] {
  let end = markup.length;
  while (end > 0 && isRest(markup[end - 1] ?? "")) end--;
  return markup.slice(0, end);
}
