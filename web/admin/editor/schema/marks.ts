/** What words can be. The order is the order of the elements, from the outside in: a link around emphasis stays one link. */
import type { DOMOutputSpec, Mark, MarkSpec } from "prosemirror-model";

/** Phrases that are kept as they are; the editor offers only some of them. */
export const KEPT = ["abbr", "bdi", "bdo", "cite", "del", "dfn", "ins", "kbd", "q", "samp", "small", "span", "time", "u", "var"] as const;

function variants(tags: [string, ...string[]], parse: MarkSpec["parseDOM"] = []): MarkSpec {
  return {
    attrs: { tag: { default: tags[0] } },
    parseDOM: [...tags.map((tag) => ({ tag, attrs: { tag } })), ...parse],
    toDOM: (mark: Mark): DOMOutputSpec => [String(mark.attrs["tag"]), 0],
  };
}

export const marks = {
  /** Words of a side note or a footnote, where their number is to stand. */
  note: {
    attrs: { kind: { default: "note" } },
    parseDOM: [
      { tag: "span.note", attrs: { kind: "note" } },
      { tag: "span.footnote", attrs: { kind: "footnote" } },
    ],
    toDOM: (mark: Mark): DOMOutputSpec => ["span", { class: String(mark.attrs["kind"]) }, 0],
  },
  link: {
    attrs: { href: {}, title: { default: null }, hreflang: { default: null }, lang: { default: null }, dir: { default: null } },
    inclusive: false,
    parseDOM: [{ tag: "a[href]", getAttrs: (dom: HTMLElement) => ({ href: dom.getAttribute("href"), title: dom.getAttribute("title") }) }],
    toDOM: (mark: Mark): DOMOutputSpec => ["a", { href: String(mark.attrs["href"]) }, 0],
  },
  strong: variants(["strong", "b"]),
  em: variants(["em", "i"]),
  strike: variants(["s"], [{ tag: "strike", attrs: { tag: "s" } }]),
  highlight: { parseDOM: [{ tag: "mark" }], toDOM: (): DOMOutputSpec => ["mark", 0] },
  sub: { excludes: "sub sup", parseDOM: [{ tag: "sub" }], toDOM: (): DOMOutputSpec => ["sub", 0] },
  sup: { excludes: "sub sup", parseDOM: [{ tag: "sup" }], toDOM: (): DOMOutputSpec => ["sup", 0] },
  /** Any other phrase, with its attributes as `[name, value]` pairs. */
  phrase: {
    attrs: { tag: {}, attributes: { default: [] } },
    excludes: "",
    toDOM: (mark: Mark): DOMOutputSpec => [String(mark.attrs["tag"]), Object.fromEntries(mark.attrs["attributes"]), 0],
  },
  code: { code: true, parseDOM: [{ tag: "code" }], toDOM: (): DOMOutputSpec => ["code", 0] },
} satisfies Record<string, MarkSpec>;
