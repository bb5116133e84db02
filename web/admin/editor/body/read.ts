/**
 * From markup to what the editor holds. Each block of a stored body is read, written again and compared:
 * one that would not come out the same becomes a block that nobody can edit and nothing can change, so that
 * opening and saving a story never costs it anything.
 */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { canonical, wrapLoose } from "../markup/canonical.ts";
import { parse } from "../markup/parse.ts";
import { type Element, element, hasClass, isBlank, isElement, isPhrase, type Markup, textOf, toHtml } from "../markup/tree.ts";
import { block, mark, schema } from "../schema/index.ts";
import { KEPT } from "../schema/marks.ts";
import { FILM, PICTURE, SIZES } from "../schema/nodes.ts";
import { writeBlocks } from "./write.ts";

/** A stored body as a document. */
export function readBody(html: string): Node {
  const blocks = wrapLoose(parse(html)).flatMap((part) => (isElement(part) ? faithful(part) : []));
  return block.doc.create(null, blocks.length > 0 ? blocks : [block.paragraph.create()]);
}

function faithful(part: Element): Node[] {
  const read = attempt(part);
  if (read !== null && canonical(writeBlocks(read)) === canonical([part])) return read;
  return [block.foreign.create({ html: toHtml([part]) })];
}

function attempt(part: Element): Node[] | null {
  try {
    const read = readBlocks([part]);
    for (const node of read) node.check();
    return read;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Blocks as well as they can be read: for what is pasted, where nothing has to be kept to the letter. */
export function readBlocks(markup: Markup[]): Node[] {
  const found: Node[] = [];
  let run: Markup[] = [];
  const close = (): void => {
    if (run.some((part) => !isBlank(part))) found.push(block.paragraph.create(null, readLine(run)));
    run = [];
  };
  for (const part of markup) {
    if (isPhrase(part)) {
      run.push(part);
      continue;
    }
    close();
    if (isElement(part)) found.push(...readBlock(part));
  }
  close();
  return found;
}

const languageOf = (part: Element): { lang: string | null; dir: string | null } => ({ lang: part.attributes["lang"] ?? null, dir: part.attributes["dir"] ?? null });
const elementsOf = (part: Element): Element[] => part.children.filter(isElement);
const orEmpty = (blocks: Node[]): Node[] => (blocks.length > 0 ? blocks : [block.paragraph.create()]);

function readBlock(part: Element): Node[] {
  const attrs = languageOf(part);
  switch (part.tag) {
    case "p": {
      const alone = lonePicture(part.children);
      if (alone !== null && Object.keys(part.attributes).length === 0) return [figure(alone, [], { form: "p" })];
      return [block.paragraph.create({ ...attrs, bare: false }, readLine(part.children))];
    }
    case "h1": case "h2": case "h3": case "h4": case "h5": case "h6":
      return [block.heading.create({ ...attrs, level: Number(part.tag[1]) }, readLine(part.children))];
    case "blockquote":
      return [block.blockquote.create({ ...attrs, cite: part.attributes["cite"] ?? null }, orEmpty(readBlocks(part.children)))];
    case "ul":
      return [hasClass(part, "tasks") || elementsOf(part).some((item) => boxOf(item) !== null) ? taskList(part) : list(part)];
    case "ol":
      return [list(part)];
    case "pre":
      return [code(part, "", "pre")];
    case "hr":
      return [block.horizontal_rule.create()];
    case "figure":
      return readFigure(part);
    case "table":
      return readTable(part);
    case "details": {
      const summary = elementsOf(part).find((child) => child.tag === "summary");
      const rest = part.children.filter((child) => child !== summary);
      const words = block.summary.create(null, summary === undefined ? [] : readLine(summary.children));
      return [block.details.create({ ...attrs, open: part.attributes["open"] ?? null }, [words, ...orEmpty(readBlocks(rest))])];
    }
    default:
      return readBlocks(part.children);
  }
}

function items(part: Element): Element[] {
  return elementsOf(part).flatMap((child) => (child.tag === "li" ? [child] : [element("li", {}, [child])]));
}

function list(part: Element): Node {
  const made = items(part).map((item) => block.list_item.create(languageOf(item), itemContent(item.children)));
  const some = made.length > 0 ? made : [block.list_item.create(null, [block.paragraph.create()])];
  if (part.tag === "ul") return block.bullet_list.create(languageOf(part), some);
  const { start = null, reversed = null } = part.attributes;
  return block.ordered_list.create({ ...languageOf(part), start, reversed }, some);
}

/** An item begins with a paragraph, also when it begins with a list. */
function itemContent(children: Markup[]): Node[] {
  const blocks = orEmpty(readBlocks(children));
  return blocks[0]?.type === block.paragraph ? blocks : [block.paragraph.create(), ...blocks];
}

function boxOf(item: Element): Element | null {
  const first = item.children.find((child) => !isBlank(child));
  if (!isElement(first)) return null;
  if (first.tag === "input" && first.attributes["type"] === "checkbox") return first;
  return first.tag === "p" ? boxOf(first) : null;
}

function taskList(part: Element): Node {
  const made = items(part).map((item) => {
    const box = boxOf(item);
    const done = box !== null && "checked" in box.attributes;
    const [first, ...rest] = itemContent(without(item.children, box));
    const kept = first?.attrs["bare"] === true ? block.paragraph.create({ ...first.attrs, bare: "kept" }, first.content) : first;
    return block.task_item.create({ ...languageOf(item), done }, kept === undefined ? rest : [kept, ...rest]);
  });
  return block.task_list.create(languageOf(part), made);
}

function without(children: Markup[], gone: Element | null): Markup[] {
  return children
    .filter((child) => child !== gone)
    .map((child) => (isElement(child) && child.tag === "p" ? { ...child, children: without(child.children, gone) } : child));
}

function code(pre: Element, file: string, form: string): Node {
  const inner = elementsOf(pre);
  const only = inner.length === 1 && inner[0]?.tag === "code" ? inner[0] : null;
  const language = /(?:^|\s)language-(\S+)/.exec(only?.attributes["class"] ?? "")?.[1] ?? null;
  const text = textOf(pre.children);
  const shape = form === "figure" || only === null ? form : "code";
  return block.code_block.create({ language, file, form: shape }, text === "" ? [] : [schema.text(text)]);
}

/** The picture or film that is all there is, if it is. */
function lonePicture(children: Markup[]): Element | null {
  const there = children.filter((child) => !isBlank(child));
  const only = there[0];
  return there.length === 1 && isElement(only) && (only.tag === "img" || only.tag === "video") ? only : null;
}

function figure(picture: Element, caption: Markup[], attrs: Record<string, string | null>): Node {
  const names = picture.tag === "img" ? PICTURE : FILM;
  const values = Object.fromEntries(names.map((name) => [name, picture.attributes[name] ?? null]));
  const seen = (picture.tag === "img" ? block.picture : block.film).create(values);
  return block.figure.create(attrs, [seen, block.caption.create(null, readLine(caption))]);
}

function readFigure(part: Element): Node[] {
  const children = elementsOf(part);
  const words = children.find((child) => child.tag === "figcaption");
  const caption = words?.children ?? [];
  const pre = children.find((child) => child.tag === "pre");
  if (pre !== undefined) return [code(pre, textOf(caption), "figure")];
  if (hasClass(part, "pair")) {
    const figures = children.filter((child) => child.tag === "figure").flatMap(readFigure);
    if (figures.length >= 2 && figures.every((child) => child.type === block.figure)) return [block.pair.create(languageOf(part), figures)];
    return figures;
  }
  const link = children.find((child) => child.tag === "a");
  if (hasClass(part, "video") && link !== undefined) {
    const attrs = { href: link.attributes["href"] ?? "", title: textOf(link.children) };
    return [block.video.create(attrs, [block.caption.create(null, readLine(caption))])];
  }
  const rest = part.children.filter((child) => child !== words);
  const picture = lonePicture(rest);
  if (picture === null) return readBlocks([...rest, ...(words === undefined ? [] : [element("p", {}, words.children)])]);
  const size = SIZES.find((name) => name !== "" && hasClass(part, name)) ?? "";
  return [figure(picture, caption, { ...languageOf(part), size, form: "figure" })];
}

function readTable(part: Element): Node[] {
  const rows: Node[] = [];
  let caption = "";
  for (const child of elementsOf(part)) {
    if (child.tag === "caption") caption = textOf(child.children);
    else if (child.tag === "tr") rows.push(row(child, "tbody"));
    else if (["thead", "tbody", "tfoot"].includes(child.tag)) rows.push(...elementsOf(child).filter((inner) => inner.tag === "tr").map((inner) => row(inner, child.tag)));
  }
  if (rows.every((each) => each.childCount === 0)) return [];
  return [block.table.create({ ...languageOf(part), caption }, rows)];
}

function row(part: Element, place: string): Node {
  const cells = elementsOf(part).filter((child) => child.tag === "td" || child.tag === "th");
  const made = cells.map((cell) => {
    const { colspan, rowspan, scope = null, abbr = null } = cell.attributes;
    const attrs = { ...languageOf(cell), scope, abbr, colspan: Number(colspan ?? 1) || 1, rowspan: Number(rowspan ?? 1) || 1 };
    return (cell.tag === "th" ? block.table_header : block.table_cell).create(attrs, orEmpty(readBlocks(cell.children)));
  });
  return block.table_row.create({ part: place }, made);
}

/** A line of text. White space collapses as a page collapses it. */
export function readLine(markup: Markup[]): Fragment {
  const found: Node[] = [];
  const walk = (parts: Markup[], marks: readonly Mark[]): void => {
    for (const part of parts) {
      if (typeof part === "string") {
        const last = found[found.length - 1];
        let text = part.replace(/[ \t\n\r\f]+/g, " ");
        const follows = last !== undefined && last.type !== block.hard_break && !(last.isText && last.text?.endsWith(" "));
        if (!follows && text.startsWith(" ")) text = text.slice(1);
        if (text !== "") found.push(schema.text(text, marks));
      } else if (part.tag === "br") found.push(block.hard_break.create(null, null, marks));
      else if (part.tag === "img") {
        found.push(block.image.create(Object.fromEntries(PICTURE.map((name) => [name, part.attributes[name] ?? null])), null, marks));
      } else {
        const made = markOf(part);
        walk(part.children, made === null ? marks : made.addToSet(marks));
      }
    }
  };
  walk(markup, []);
  const last = found[found.length - 1];
  if (last?.isText && last.text?.endsWith(" ")) {
    const text = last.text.slice(0, -1);
    found.pop();
    if (text !== "") found.push(schema.text(text, last.marks));
  }
  return Fragment.fromArray(found);
}

function markOf(part: Element): Mark | null {
  const { tag, attributes } = part;
  switch (tag) {
    case "a": {
      const { href, title = null, hreflang = null, lang = null, dir = null } = attributes;
      return href === undefined ? null : mark.link.create({ href, title, hreflang, lang, dir });
    }
    case "strong": case "b":
      return mark.strong.create({ tag });
    case "em": case "i":
      return mark.em.create({ tag });
    case "s": case "strike":
      return mark.strike.create();
    case "mark":
      return mark.highlight.create();
    case "sub":
      return mark.sub.create();
    case "sup":
      return mark.sup.create();
    case "code":
      return mark.code.create();
    case "span":
      if (hasClass(part, "note")) return mark.note.create({ kind: "note" });
      if (hasClass(part, "footnote")) return mark.note.create({ kind: "footnote" });
      if (Object.keys(attributes).length === 0) return null;
  }
  if (!KEPT.some((name) => name === tag)) return null;
  return mark.phrase.create({ tag, attributes: Object.entries(attributes) });
}
