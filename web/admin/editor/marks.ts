/** What the editor shows beside the text itself: hints in empty places, pictures without words, the block one writes in. */
import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { block } from "./schema/index.ts";

const HINTS = new Map([
  [block.caption, "Caption"],
  [block.summary, "What is folded away"],
  [block.heading, "Heading"],
]);

export const focusKey = new PluginKey<boolean>("focus");

export function hints(): Plugin {
  return new Plugin({
    key: focusKey,
    state: {
      init: () => false,
      apply: (tr, on) => (tr.getMeta(focusKey) as boolean | undefined) ?? on,
    },
    props: { decorations: (state) => DecorationSet.create(state.doc, decorate(state)) },
  });
}

function decorate(state: EditorState): Decoration[] {
  const found: Decoration[] = [];
  const { doc, selection } = state;
  const only = doc.childCount === 1 ? doc.firstChild : null;
  if (only?.type === block.paragraph && only.childCount === 0) found.push(hint(0, only, "Write, or press / for pictures, tables and more"));
  doc.descendants((node, pos) => {
    const words = HINTS.get(node.type);
    if (words !== undefined && node.childCount === 0) found.push(hint(pos, node, words));
    if (node.type === block.figure && node.firstChild?.type === block.picture && node.firstChild.attrs["alt"] === null) {
      found.push(Decoration.node(pos, pos + node.nodeSize, { class: "undescribed", "data-label": "No description" }));
    }
    return !node.isTextblock;
  });
  if (focusKey.getState(state) === true && selection.$from.depth > 0) {
    found.push(Decoration.node(selection.$from.before(1), selection.$from.after(1), { class: "here" }));
  }
  return found;
}

function hint(pos: number, node: Node, words: string): Decoration {
  return Decoration.node(pos, pos + node.nodeSize, { class: "hint", "data-hint": words });
}

/** Pictures that have neither words nor the word that they need none. */
export function undescribed(doc: Node): number {
  let count = 0;
  doc.descendants((node) => {
    if ((node.type === block.picture || node.type === block.image) && node.attrs["alt"] === null) count++;
  });
  return count;
}
