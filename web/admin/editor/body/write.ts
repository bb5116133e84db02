/** From what the editor holds to a body as it is stored. */
import type { Mark, Node } from "prosemirror-model";
import { parse } from "../markup/parse.ts";
import { type Element, element, type Markup, toHtml } from "../markup/tree.ts";
import { block } from "../schema/index.ts";
import { FILM, PICTURE } from "../schema/nodes.ts";

/** The body to be stored. A document of nothing but an empty paragraph is an empty body. */
export function writeBody(doc: Node): string {
  if (doc.childCount === 1 && doc.firstChild?.type === block.paragraph && doc.firstChild.childCount === 0) return "";
  return doc.children.map((child) => writeBlockHtml(child)).join("\n");
}

/** One block as stored, to be compared with others. */
export function writeBlockHtml(node: Node): string {
  return node.type === block.foreign ? String(node.attrs["html"]) : toHtml(writeBlocks([node]));
}

/** Any piece of a document, with the list or table around it that its parts need: for the clipboard. */
export function writePiece(nodes: readonly Node[]): Markup[] {
  const [first] = nodes;
  if (first === undefined) return [];
  if (first.isInline) return writeLine(block.paragraph.create(null, nodes));
  if (first.type === block.list_item) return writeBlocks([block.bullet_list.create(null, nodes)]);
  if (first.type === block.task_item) return writeBlocks([block.task_list.create(null, nodes)]);
  if (first.type === block.table_row) return writeBlocks([block.table.create(null, nodes)]);
  if (first.type === block.table_cell || first.type === block.table_header) return writeBlocks([block.table.create(null, [block.table_row.create(null, nodes)])]);
  return writeBlocks(nodes);
}

export function writeBlocks(nodes: readonly Node[]): Markup[] {
  return nodes.flatMap((node, index) => writeBlock(node, null, index, nodes));
}

function children(parent: Node): Markup[] {
  const inside = parent.children;
  return inside.flatMap((node, index) => writeBlock(node, parent, index, inside));
}

const languageOf = (node: Node): Record<string, string | null> => ({ lang: node.attrs["lang"] ?? null, dir: node.attrs["dir"] ?? null });
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function writeBlock(node: Node, parent: Node | null, index: number, siblings: readonly Node[]): Markup[] {
  const attrs = languageOf(node);
  switch (node.type) {
    case block.paragraph: {
      const line = writeLine(node);
      if (standsBare(node, parent, index, siblings)) return line;
      return [element("p", attrs, line)];
    }
    case block.heading:
      return [element(`h${node.attrs["level"]}`, attrs, writeLine(node))];
    case block.blockquote:
      return [element("blockquote", { ...attrs, cite: text(node.attrs["cite"]) }, children(node))];
    case block.bullet_list:
      return [element("ul", attrs, children(node))];
    case block.ordered_list:
      return [element("ol", { ...attrs, start: text(node.attrs["start"]), reversed: text(node.attrs["reversed"]) }, children(node))];
    case block.list_item:
      return [element("li", attrs, children(node))];
    case block.task_list:
      return [element("ul", { class: "tasks", ...attrs }, children(node))];
    case block.task_item: {
      const box = element("input", { type: "checkbox", disabled: "", checked: node.attrs["done"] === true ? "" : null });
      return [element("li", attrs, [box, ...children(node)])];
    }
    case block.code_block:
      return [writeCode(node)];
    case block.horizontal_rule:
      return [element("hr")];
    case block.figure:
      return [writeFigure(node, attrs)];
    case block.pair:
      return [element("figure", { class: "pair", ...attrs }, children(node))];
    case block.video: {
      const link = element("a", { href: text(node.attrs["href"]) }, node.attrs["title"] === "" ? [] : [String(node.attrs["title"])]);
      return [element("figure", { class: "video" }, [link, ...caption(node.lastChild)])];
    }
    case block.details: {
      const [, ...rest] = node.children;
      const summary = element("summary", {}, node.firstChild === null ? [] : writeLine(node.firstChild));
      return [element("details", { ...attrs, open: text(node.attrs["open"]) }, [summary, ...writeBlocks(rest)])];
    }
    case block.table:
      return [writeTable(node, attrs)];
    case block.picture: case block.film:
      return [seen(node)];
    case block.caption: case block.summary:
      return [element("p", {}, writeLine(node))];
    case block.foreign:
      return parse(String(node.attrs["html"]));
    default:
      throw new RangeError(`no form for ${node.type.name}`);
  }
}

/** Only the first paragraph of an item or cell can do without an element, and only before what is no paragraph. */
function standsBare(node: Node, parent: Node | null, index: number, siblings: readonly Node[]): boolean {
  if (node.attrs["bare"] === false || index > 0 || node.attrs["lang"] !== null || node.attrs["dir"] !== null) return false;
  // Words of a task have an element of their own, unless they were stored without.
  if (parent?.type === block.task_item && node.attrs["bare"] !== "kept") return false;
  const holds = parent !== null && [block.list_item, block.task_item, block.table_cell, block.table_header].includes(parent.type);
  return holds && siblings[1]?.type !== block.paragraph;
}

function writeCode(node: Node): Element {
  const { language, file, form } = node.attrs;
  const words = node.textContent === "" ? [] : [node.textContent];
  const inner = form === "pre" && language === null ? words : [element("code", { class: language === null ? null : `language-${language}` }, words)];
  const pre = element("pre", {}, inner);
  if (file === "" && form !== "figure") return pre;
  const name = file === "" ? [] : [element("figcaption", {}, [String(file)])];
  return element("figure", { class: "code" }, [...name, pre]);
}

function seen(node: Node): Element {
  const [tag, names] = node.type === block.film ? ["video", FILM] : ["img", PICTURE];
  return element(tag as string, Object.fromEntries((names as string[]).map((name) => [name, text(node.attrs[name])])));
}

function caption(node: Node | null): Element[] {
  return node === null || node.childCount === 0 ? [] : [element("figcaption", {}, writeLine(node))];
}

function writeFigure(node: Node, attrs: Record<string, string | null>): Element {
  const picture = node.firstChild;
  if (picture === null) throw new RangeError("a figure without a picture");
  const words = caption(node.lastChild);
  const size = text(node.attrs["size"]) || null;
  if (node.attrs["form"] === "p" && words.length === 0 && size === null) return element("p", {}, [seen(picture)]);
  return element("figure", { class: size, ...attrs }, [seen(picture), ...words]);
}

function writeTable(node: Node, attrs: Record<string, string | null>): Element {
  const parts: Element[] = [];
  let head = true;
  for (const row of node.children) {
    // A head that is not at the top would be no head for any reader.
    head &&= row.attrs["part"] === "thead";
    const place = row.attrs["part"] === "thead" && !head ? "tbody" : String(row.attrs["part"]);
    const cells = row.children.map((cell) => {
      const span = (name: string): string | null => (Number(cell.attrs[name]) > 1 ? String(cell.attrs[name]) : null);
      const tag = cell.type === block.table_header ? "th" : "td";
      const said = { ...languageOf(cell), abbr: text(cell.attrs["abbr"]), scope: text(cell.attrs["scope"]), colspan: span("colspan"), rowspan: span("rowspan") };
      return element(tag, said, children(cell));
    });
    const last = parts[parts.length - 1];
    const made = element("tr", {}, cells);
    if (last?.tag === place) last.children.push(made);
    else parts.push(element(place, {}, [made]));
  }
  const words = node.attrs["caption"] === "" ? [] : [element("caption", {}, [String(node.attrs["caption"])])];
  return element("table", attrs, [...words, ...parts]);
}

/** A line of text. Neighbours share the elements that lie around both. */
export function writeLine(node: Node): Markup[] {
  const root: Markup[] = [];
  const open: { mark: Mark; children: Markup[] }[] = [];
  for (const child of node.children) {
    let shared = 0;
    while (shared < open.length && shared < child.marks.length && open[shared]?.mark.eq(child.marks[shared] as Mark)) shared++;
    open.length = shared;
    for (const mark of child.marks.slice(shared)) {
      const made = around(mark);
      (open[open.length - 1]?.children ?? root).push(made);
      open.push({ mark, children: made.children });
    }
    (open[open.length - 1]?.children ?? root).push(child.isText ? (child.text ?? "") : leaf(child));
  }
  return root;
}

function leaf(node: Node): Element {
  return node.type === block.hard_break ? element("br") : seen(node);
}

function around(mark: Mark): Element {
  const { attrs } = mark;
  switch (mark.type.name) {
    case "note":
      return element("span", { class: String(attrs["kind"]) });
    case "link":
      return element("a", { href: text(attrs["href"]), hreflang: text(attrs["hreflang"]), title: text(attrs["title"]), lang: text(attrs["lang"]), dir: text(attrs["dir"]) });
    case "highlight":
      return element("mark");
    case "phrase":
      return element(String(attrs["tag"]), Object.fromEntries(attrs["attributes"] as [string, string][]));
    case "strong": case "em": case "strike":
      return element(String(attrs["tag"]));
    default:
      return element(mark.type.name);
  }
}
