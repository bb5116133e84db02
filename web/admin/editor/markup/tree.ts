/**
 * Markup as a plain tree, the form between text and editor. Stored bodies are read into it, pasted
 * documents are turned into it, and what the editor holds is written through it. It needs no browser,
 * so that all of this is tested without one.
 */
export type Markup = string | Element;

export interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: Markup[];
}

export function element(tag: string, attributes: Record<string, string | null | undefined> = {}, children: Markup[] = []): Element {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) given[name] = value;
  }
  return { tag, attributes: given, children };
}

export const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);

/** Elements that stand in lines of text. All others are blocks. */
export const PHRASES = new Set(
  ("a abbr b bdi bdo br cite code del dfn em font i img input ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var video wbr")
    .split(" "),
);

export function isElement(markup: Markup | undefined): markup is Element {
  return typeof markup === "object";
}

export function isPhrase(markup: Markup): boolean {
  return typeof markup === "string" || PHRASES.has(markup.tag);
}

export function isBlank(markup: Markup | undefined): boolean {
  return typeof markup === "string" && /^[ \t\n\r\f]*$/.test(markup);
}

export function hasClass(markup: Element, name: string): boolean {
  return (markup.attributes["class"] ?? "").split(/\s+/).includes(name);
}

/** All text below, as it is written. */
export function textOf(markup: Markup[]): string {
  return markup.map((part) => (typeof part === "string" ? part : textOf(part.children))).join("");
}

export function toHtml(markup: Markup[]): string {
  return markup.map(write).join("");
}

function write(markup: Markup): string {
  if (typeof markup === "string") return escapeText(markup);
  const attributes = Object.entries(markup.attributes).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  const start = `<${markup.tag}${attributes.join("")}>`;
  if (VOID.has(markup.tag)) return start;
  // A line break right behind <pre> is dropped by every parser: one more keeps it.
  const first = markup.children[0];
  const kept = markup.tag === "pre" && typeof first === "string" && first.startsWith("\n") ? "\n" : "";
  return `${start}${kept}${toHtml(markup.children)}</${markup.tag}>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\u00a0", "&nbsp;");
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}
