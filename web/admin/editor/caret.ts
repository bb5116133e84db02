/** A place in a text that is found again after the text was drawn anew, and others have written in it. */
import type { Node } from "prosemirror-model";
import { type EditorState, Selection } from "prosemirror-state";

export interface Caret {
  at: number;
  /** The words of the block, and how far into it. */
  words: string;
  offset: number;
}

export function caretOf({ selection: { $head } }: EditorState): Caret {
  return { at: $head.pos, words: $head.parent.textContent, offset: $head.parentOffset };
}

/** In the block with the same words, the nearest of several; where there is none, as far from the beginning as it was. */
export function placeOf(doc: Node, { at, words, offset }: Caret): Selection {
  let found = Math.min(at, doc.content.size);
  let away = Infinity;
  doc.descendants((node, pos) => {
    const place = pos + 1 + offset;
    if (node.isTextblock && node.textContent === words && offset <= node.content.size && Math.abs(place - at) < away) [found, away] = [place, Math.abs(place - at)];
  });
  return Selection.near(doc.resolve(found), -1);
}
