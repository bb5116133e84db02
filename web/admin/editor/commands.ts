/** Finding one's way in a text and putting blocks into it. How words are formatted is beside it, and comes after the text. */
import type { Node, NodeType } from "prosemirror-model";
import { type Command, type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state";
import { block, mark } from "./schema/index.ts";

/** The innermost of these around the caret. */
export function around(state: EditorState, ...types: NodeType[]): { node: Node; pos: number; depth: number } | null {
  const { $from } = state.selection;
  if (state.selection instanceof NodeSelection && types.includes(state.selection.node.type)) {
    return { node: state.selection.node, pos: state.selection.from, depth: $from.depth + 1 };
  }
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (types.includes(node.type)) return { node, pos: $from.before(depth), depth };
  }
  return null;
}

/** Puts a block at the caret: in place of an empty paragraph, behind anything else. The caret goes into it. */
export function insertBlock(node: Node, into?: (tr: Transaction, at: number) => Transaction): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const top = topOf(state);
    if (top === null) return false;
    if (dispatch) {
      const empty = $from.parent.type === block.paragraph && $from.parent.childCount === 0 && $from.depth === 1;
      const at = empty ? $from.before(1) : top.end;
      const tr = state.tr;
      if (empty) tr.replaceWith($from.before(1), $from.after(1), node);
      else tr.insert(at, node);
      const behind = at + node.nodeSize;
      // There has to be a place to go on writing.
      if (tr.doc.resolve(behind).nodeAfter === null) tr.insert(behind, block.paragraph.create());
      if (into) into(tr, at);
      else tr.setSelection(node.isAtom ? Selection.near(tr.doc.resolve(behind)) : Selection.near(tr.doc.resolve(at + 1)));
      dispatch(tr.scrollIntoView());
    }
    return true;
  };
}

/** The block of the document in which the selection is. */
export function topOf(state: EditorState): { start: number; end: number } | null {
  const { $from, $to } = state.selection;
  if ($from.depth === 0) return { start: $from.pos, end: $to.pos };
  return { start: $from.before(1), end: $from.after(1) };
}

/** At the end of a note or of code: what is typed next stands outside. */
export const leaveMark: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty) return false;
  const active = state.storedMarks ?? $from.marks();
  const left = active.filter((each) => each.type !== mark.note && each.type !== mark.code);
  const next = $from.nodeAfter?.marks ?? [];
  if (left.length === active.length || active.some((each) => (each.type === mark.note || each.type === mark.code) && each.isInSet(next))) return false;
  if (dispatch) dispatch(state.tr.setStoredMarks(left));
  return true;
};

/** From the caption of a figure, of a video or of a summary to the text behind it. */
export const leaveCaption: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type !== block.caption && $from.parent.type !== block.summary) return false;
  if ($from.parent.type === block.summary) {
    if (dispatch) dispatch(state.tr.setSelection(Selection.near(state.doc.resolve($from.after() + 1))).scrollIntoView());
    return true;
  }
  if (dispatch) {
    const after = $from.after(1);
    const tr = state.tr;
    const next = state.doc.resolve(after).nodeAfter;
    if (next?.type !== block.paragraph) tr.insert(after, block.paragraph.create());
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  }
  return true;
};

/** The link around the caret, or the selected words. */
export function linkRange(state: EditorState): { from: number; to: number; href: string | null } {
  const { $from, from, to, empty } = state.selection;
  const current = mark.link.isInSet($from.marks()) ?? $from.nodeAfter?.marks.find((each) => each.type === mark.link);
  if (!empty || current === undefined) return { from, to, href: (current?.attrs["href"] as string | undefined) ?? null };
  // The run of neighbours with the same link that the caret is in.
  let start = $from.parentOffset;
  let end = start;
  let begun = 0;
  let past = -1;
  $from.parent.forEach((child, offset) => {
    if (!current.isInSet(child.marks)) return;
    if (offset !== past) begun = offset;
    past = offset + child.nodeSize;
    if (begun <= $from.parentOffset && past >= $from.parentOffset) [start, end] = [begun, past];
  });
  return { from: $from.start() + start, to: $from.start() + end, href: String(current.attrs["href"]) };
}
