/**
 * The blocks of a body, as `docs/body.md` has them. How they are stored is in `body/`; `toDOM` here is
 * only how they look while they are edited, and `parseDOM` only what typing needs.
 */
import type { DOMOutputSpec, Node, NodeSpec } from "prosemirror-model";

const language = { lang: { default: null }, dir: { default: null } };

function said(node: Node, more: Record<string, string | null> = {}): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries({ lang: node.attrs["lang"], dir: node.attrs["dir"], ...more })) {
    if (typeof value === "string" && value !== "") attributes[name] = value;
  }
  return attributes;
}

/** What an `img` carries: the names of its attributes in a body, in the order in which uploads have them. */
export const PICTURE = ["src", "srcset", "sizes", "width", "height", "alt", "title", "loading", "decoding", "fetchpriority", "lang", "dir"];
export const FILM = ["src", "controls", "poster", "width", "height", "loop", "muted", "playsinline", "preload", "lang", "dir"];
/** How wide a figure stands on the page; the empty one is the width of the text. */
export const SIZES = ["", "wide", "broad", "full"] as const;

function nothing(names: string[]): Record<string, { default: null }> {
  return Object.fromEntries(names.map((name) => [name, { default: null }]));
}

function given(node: Node, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (typeof node.attrs[name] === "string" ? [[name, node.attrs[name]]] : [])));
}

export const nodes = {
  doc: { content: "block+" },

  paragraph: {
    content: "inline*",
    group: "block",
    // A bare one stands in a list item or a cell without an element of its own: true, or "kept" in a task that was stored so.
    attrs: { bare: { default: true }, ...language },
    parseDOM: [{ tag: "p" }],
    toDOM: (node): DOMOutputSpec => ["p", said(node), 0],
  },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 2 }, ...language },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: (node): DOMOutputSpec => [`h${node.attrs["level"]}`, said(node), 0],
  },
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    attrs: { cite: { default: null }, ...language },
    parseDOM: [{ tag: "blockquote" }],
    toDOM: (node): DOMOutputSpec => ["blockquote", said(node), 0],
  },
  bullet_list: {
    content: "list_item+",
    group: "block",
    attrs: language,
    parseDOM: [{ tag: "ul" }],
    toDOM: (node): DOMOutputSpec => ["ul", said(node), 0],
  },
  ordered_list: {
    content: "list_item+",
    group: "block",
    attrs: { start: { default: null }, reversed: { default: null }, ...language },
    parseDOM: [{ tag: "ol" }],
    toDOM: (node): DOMOutputSpec => ["ol", said(node, { start: node.attrs["start"], reversed: node.attrs["reversed"] }), 0],
  },
  list_item: {
    content: "paragraph block*",
    defining: true,
    attrs: language,
    parseDOM: [{ tag: "li" }],
    toDOM: (node): DOMOutputSpec => ["li", said(node), 0],
  },
  task_list: {
    content: "task_item+",
    group: "block",
    attrs: language,
    toDOM: (node): DOMOutputSpec => ["ul", said(node, { class: "tasks" }), 0],
  },
  task_item: {
    content: "paragraph block*",
    defining: true,
    attrs: { done: { default: false }, ...language },
    toDOM: (node): DOMOutputSpec => ["li", said(node, { class: node.attrs["done"] ? "done" : null }), 0],
  },
  code_block: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    // `form` is how it was stored: plain <pre>, <pre><code>, or inside <figure class="code">.
    attrs: { language: { default: null }, file: { default: "" }, form: { default: "code" } },
    parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    toDOM: (): DOMOutputSpec => ["pre", ["code", 0]],
  },
  horizontal_rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: (): DOMOutputSpec => ["hr"] },

  figure: {
    content: "(picture | film) caption",
    group: "block",
    isolating: true,
    // `form` is how it was stored: <figure>, a paragraph with nothing but the picture, or the picture alone.
    attrs: { size: { default: "" }, form: { default: "figure" }, ...language },
    toDOM: (node): DOMOutputSpec => ["figure", said(node, { class: node.attrs["size"] || null }), 0],
  },
  picture: {
    attrs: nothing(PICTURE),
    selectable: false,
    toDOM: (node): DOMOutputSpec => ["img", given(node, PICTURE)],
  },
  film: {
    attrs: nothing(FILM),
    selectable: false,
    toDOM: (node): DOMOutputSpec => ["video", given(node, FILM)],
  },
  caption: {
    content: "inline*",
    isolating: true,
    toDOM: (): DOMOutputSpec => ["figcaption", 0],
  },
  pair: {
    content: "figure figure+",
    group: "block",
    isolating: true,
    attrs: language,
    toDOM: (node): DOMOutputSpec => ["figure", said(node, { class: "pair" }), 0],
  },
  video: {
    content: "caption",
    group: "block",
    isolating: true,
    attrs: { href: { default: "" }, title: { default: "" } },
    toDOM: (node): DOMOutputSpec => [
      "figure",
      { class: "video" },
      ["div", { class: "facade", contenteditable: "false" }, ["strong", String(node.attrs["title"] || "Video")], ["span", String(node.attrs["href"])]],
      ["div", { class: "below" }, 0],
    ],
  },
  details: {
    content: "summary block+",
    group: "block",
    isolating: true,
    attrs: { open: { default: null }, ...language },
    toDOM: (): DOMOutputSpec => ["div", { class: "details" }, 0],
  },
  summary: {
    content: "inline*",
    defining: true,
    toDOM: (): DOMOutputSpec => ["p", { class: "summary" }, 0],
  },

  table: {
    content: "table_row+",
    tableRole: "table",
    isolating: true,
    group: "block",
    attrs: { caption: { default: "" }, ...language },
    toDOM: (node): DOMOutputSpec => ["table", said(node), ["tbody", 0]],
  },
  table_row: {
    content: "(table_cell | table_header)*",
    tableRole: "row",
    attrs: { part: { default: "tbody" } },
    toDOM: (node): DOMOutputSpec => ["tr", { class: String(node.attrs["part"]) }, 0],
  },
  table_cell: { ...cell("td"), tableRole: "cell" },
  table_header: { ...cell("th"), tableRole: "header_cell" },

  /** Markup that the editor does not know. It is shown, moved and deleted as a whole, and stored as it was. */
  foreign: {
    group: "block",
    atom: true,
    attrs: { html: { default: "" } },
    toDOM: (): DOMOutputSpec => ["div", { class: "foreign" }],
  },

  text: { group: "inline" },
  hard_break: { inline: true, group: "inline", selectable: false, parseDOM: [{ tag: "br" }], toDOM: (): DOMOutputSpec => ["br"] },
  image: {
    inline: true,
    group: "inline",
    attrs: nothing(PICTURE),
    draggable: true,
    toDOM: (node): DOMOutputSpec => ["img", given(node, PICTURE)],
  },
} satisfies Record<string, NodeSpec>;

function cell(tag: string): NodeSpec {
  return {
    content: "block+",
    isolating: true,
    attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, scope: { default: null }, abbr: { default: null }, ...language },
    toDOM: (node): DOMOutputSpec => [
      tag,
      said(node, {
        colspan: node.attrs["colspan"] > 1 ? String(node.attrs["colspan"]) : null,
        rowspan: node.attrs["rowspan"] > 1 ? String(node.attrs["rowspan"]) : null,
      }),
      0,
    ],
  };
}
