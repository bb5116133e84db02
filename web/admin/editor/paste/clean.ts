/**
 * Makes what was copied elsewhere into markup that a body can have. Word marks lists by style sheets, Google
 * Docs marks emphasis by styles of spans, web pages bring their menus: what was meant stays, how it looked goes.
 */
import { type Element, element, hasClass, isBlank, isElement, isPhrase, type Markup, textOf } from "../markup/tree.ts";
import { withFootnotes } from "./footnotes.ts";

const GONE = new Set([
  "script", "style", "meta", "link", "title", "head", "template", "noscript", "iframe", "object", "embed", "svg", "math", "canvas", "form", "button",
  "select", "textarea", "nav", "dialog", "audio", "map", "area", "base", "colgroup", "col", "xml",
]);
const KEPT = new Set(
  ("a abbr b bdi bdo blockquote br caption cite code del details dfn em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q " +
    "s samp small strong sub summary sup table tbody td tfoot th thead time tr u ul var video").split(" "),
);
const ATTRIBUTES: Record<string, string[]> = {
  a: ["href"], abbr: ["title"], td: ["colspan", "rowspan"], th: ["colspan", "rowspan", "scope"], ol: ["start", "reversed"], time: ["datetime"],
  img: ["src", "srcset", "sizes", "alt", "width", "height"], input: ["type", "checked"], video: ["src", "controls", "poster", "width", "height"],
  code: ["class"], figure: ["class"], ul: ["class"], details: ["open"], blockquote: ["cite"],
};
const CLASSES = new Set(["tasks", "wide", "broad", "full", "pair", "code", "video"]);

export interface Surroundings {
  /** Where this site is: its own full addresses become paths. */
  origin: string;
}

export function clean(markup: Markup[], site: Surroundings): Markup[] {
  return tidy(wordLists(withFootnotes(markup)).flatMap((part) => cleanPart(part, site, false)));
}

function styles(part: Element): Map<string, string> {
  const pairs = (part.attributes["style"] ?? "").split(";").map((pair) => pair.split(":", 2).map((side) => side.trim().toLowerCase()));
  return new Map(pairs.filter((pair): pair is [string, string] => pair.length === 2));
}

function cleanPart(part: Markup, site: Surroundings, inCode: boolean): Markup[] {
  if (typeof part === "string") return [inCode ? part : part.replace(/[\u200b\ufeff]/g, "")];
  const tag = part.tag.includes(":") ? "span" : part.tag;
  if (tag !== part.tag && textOf(part.children).trim() === "") return [];
  const style = styles(part);
  if (GONE.has(tag) || style.get("display") === "none" || style.get("mso-hide") === "all") return [];
  if (/ignore/.test(style.get("mso-list") ?? "")) return [];
  const inside = part.children.flatMap((child) => cleanPart(child, site, inCode || tag === "pre"));
  if (tag === "span" || tag === "font" || ((tag === "b" || tag === "strong") && style.get("font-weight") === "normal")) return phrase(part, style, inside);
  if (tag === "a") return link(part, inside, site);
  if (tag === "img") return picture(part, site);
  if (tag === "input" && part.attributes["type"] !== "checkbox") return [];
  if (tag === "p" && (hasClass(part, "MsoTitle") || hasClass(part, "MsoSubtitle"))) return [element("h2", {}, inside)];
  if (tag === "h1") return [element("h2", {}, inside)];
  if (tag === "u" || tag === "ins") return inside;
  if (!KEPT.has(tag)) return tag === "div" && inside.some((child) => !isBlank(child)) && inside.every(isPhrase) ? [element("p", {}, inside)] : inside;
  const kept = Object.fromEntries((ATTRIBUTES[tag] ?? []).map((name) => [name, attribute(part, name)]));
  return [element(tag, kept, tag === "li" ? itemOf(part, inside) : tag === "ul" || tag === "ol" ? itemsOf(inside) : tag === "pre" ? [codeOf(part, inside)] : inside)];
}

function attribute(part: Element, name: string): string | null {
  const value = part.attributes[name] ?? null;
  if (name !== "class" || value === null) return value;
  return value.split(/\s+/).find((each) => CLASSES.has(each) || (part.tag === "code" && each.startsWith("language-"))) ?? null;
}

/** What the style of a span says that means anything. */
function phrase(part: Element, style: Map<string, string>, inside: Markup[]): Markup[] {
  if (hasClass(part, "note") || hasClass(part, "footnote")) {
    return [element("span", { class: hasClass(part, "note") ? "note" : "footnote" }, inside)];
  }
  if (inside.some((child) => !isPhrase(child)) || textOf(inside).trim() === "") return inside;
  let made = inside;
  const wrap = (tag: string): void => void (made = [element(tag, {}, made)]);
  const weight = style.get("font-weight") ?? "";
  if (weight === "bold" || weight === "bolder" || Number(weight) >= 600) wrap("strong");
  if (/italic|oblique/.test(style.get("font-style") ?? "")) wrap("em");
  if (/line-through/.test(style.get("text-decoration") ?? style.get("text-decoration-line") ?? "")) wrap("s");
  if (style.get("vertical-align") === "super") wrap("sup");
  if (style.get("vertical-align") === "sub") wrap("sub");
  return made;
}

function link(part: Element, inside: Markup[], site: Surroundings): Markup[] {
  const href = address(part.attributes["href"] ?? "", site);
  if (href === null || (textOf(inside).trim() === "" && !inside.some(isElement))) return inside;
  if (inside.some((child) => !isPhrase(child))) return inside;
  return [element("a", { href }, inside)];
}

/** The address a link is meant for: Google wraps those of its documents, and trackers add their marks. */
export function address(href: string, site: Surroundings): string | null {
  let url: URL;
  try {
    url = new URL(href, site.origin);
  } catch {
    return null;
  }
  if (url.hostname.endsWith("google.com") && url.pathname === "/url") {
    const meant = url.searchParams.get("q") ?? url.searchParams.get("url");
    if (meant !== null) return address(meant, site);
  }
  if (!["http:", "https:", "mailto:", "tel:"].includes(url.protocol)) return null;
  for (const name of [...url.searchParams.keys()]) if (/^(?:utm_\w+|fbclid|gclid|mc_eid)$/.test(name)) url.searchParams.delete(name);
  if (url.origin === site.origin) return href.startsWith("#") ? href : url.pathname + url.search + url.hash;
  return url.href;
}

/** Pictures of this site stay. Of others a link stays where there are words for it: no page fetches from elsewhere. */
function picture(part: Element, site: Surroundings): Markup[] {
  const { src = "", alt = "" } = part.attributes;
  if (/^(?:data|blob|file|cid):/i.test(src)) return [];
  const place = address(src, site);
  if (place === null) return [];
  if (place.startsWith("/")) {
    const kept = Object.fromEntries((ATTRIBUTES["img"] ?? []).map((name) => [name, part.attributes[name] ?? null]));
    return [element("img", { ...kept, src: place })];
  }
  return alt.trim() === "" ? [] : [element("a", { href: place }, [alt.trim()])];
}

/** Paragraphs in an item that has only one are how others space their lists. */
function itemOf(part: Element, inside: Markup[]): Markup[] {
  const ticked = part.attributes["data-checked"];
  const box = ticked === undefined ? [] : [element("input", { type: "checkbox", checked: ticked === "true" ? "" : null })];
  const paragraphs = inside.filter((child) => isElement(child) && child.tag === "p");
  if (paragraphs.length !== 1) return [...box, ...inside];
  return [...box, ...inside.flatMap((child) => (isElement(child) && child.tag === "p" ? child.children : [child]))];
}

/** Google Docs writes an inner list between items instead of into the one that it belongs to. */
function itemsOf(inside: Markup[]): Markup[] {
  const items: Element[] = [];
  for (const child of inside) {
    if (isBlank(child)) continue;
    const last = items.at(-1);
    if (isElement(child) && child.tag === "li") items.push({ ...child, children: [...child.children] });
    else if (last !== undefined && isElement(child) && (child.tag === "ul" || child.tag === "ol")) last.children.push(child);
    else items.push(element("li", {}, [child]));
  }
  return items;
}

function codeOf(part: Element, inside: Markup[]): Markup {
  const inner = part.children.filter(isElement).find((child) => child.tag === "code");
  const named = `${part.attributes["class"] ?? ""} ${inner?.attributes["class"] ?? ""}`;
  const language = /(?:language|lang|highlight-source|brush:)[-\s]+([a-z0-9+#]+)/i.exec(named)?.[1];
  return element("code", { class: language === undefined ? null : `language-${language.toLowerCase()}` }, [lineText(inside)]);
}

function lineText(markup: Markup[]): string {
  return markup.map((part) => (typeof part === "string" ? part : part.tag === "br" ? "\n" : lineText(part.children))).join("");
}

/** Word writes items as paragraphs with a level and a sign: they become lists again. */
function wordLists(markup: Markup[]): Markup[] {
  const found: Markup[] = [];
  let open: { list: Element; level: number; name: string }[] = [];
  for (const part of markup) {
    const item = isElement(part) ? wordItem(part) : null;
    if (item === null) {
      if (!isBlank(part)) open = [];
      found.push(isElement(part) ? { ...part, children: wordLists(part.children) } : part);
      continue;
    }
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    if (open.length === 1 && open[0]?.level === item.level && open[0].name !== item.name) open = [];
    if (open.length === 0 || (open.at(-1)?.level ?? 0) < item.level) {
      const list = element(item.ordered ? "ol" : "ul");
      const above = open.at(-1)?.list.children.at(-1);
      if (isElement(above)) above.children.push(list);
      else found.push(list);
      open.push({ list, level: item.level, name: item.name });
    }
    open.at(-1)?.list.children.push(element("li", {}, item.children));
  }
  return found;
}

function wordItem(part: Element): { level: number; name: string; ordered: boolean; children: Markup[] } | null {
  const [, name = "", level] = /mso-list:\s*(\w+) level(\d+)/i.exec(part.attributes["style"] ?? "") ?? [];
  if (level === undefined || !/^(?:p|h[1-6])$/.test(part.tag)) return null;
  const sign = textOf(findSign(part.children));
  return { level: Number(level), name, ordered: /^\s*(?:\d+|[a-z]{1,4}|[ivxlc]+)[.)]/i.test(sign), children: part.children };
}

function findSign(markup: Markup[]): Markup[] {
  for (const part of markup) {
    if (!isElement(part)) continue;
    if (/mso-list:\s*ignore/i.test(part.attributes["style"] ?? "")) return part.children;
    const inside = findSign(part.children);
    if (inside.length > 0) return inside;
  }
  return [];
}

/** Empty paragraphs and headings are how others make room. */
function tidy(markup: Markup[]): Markup[] {
  const said = (part: Element): boolean => textOf([part]).trim() !== "" || part.children.some((child) => isElement(child) && (child.tag !== "br"));
  return markup.flatMap((part): Markup[] => {
    if (!isElement(part)) return [part];
    if (/^(?:p|h[1-6])$/.test(part.tag) && !said(part)) return [];
    return [part.tag === "pre" ? part : { ...part, children: tidy(part.children) }];
  });
}
