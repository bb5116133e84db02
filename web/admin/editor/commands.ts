/** What the toolbar, the slash menu and the keys do with text. All are ProseMirror commands: without `dispatch` they say whether they could. */
import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { MarkType, Node, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import { block, mark, schema } from "./schema/index.ts";

export const toggleStrong = toggleMark(mark.strong);
export const toggleEm = toggleMark(mark.em);
export const toggleCode = toggleMark(mark.code);
export const toggleStrike = toggleMark(mark.strike);
export const toggleHighlight = toggleMark(mark.highlight);

export function has(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, type);
}

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

/** A heading, or a paragraph again where it is that heading already. */
export function heading(level: number): Command {
  return (state, dispatch) => {
    const { parent } = state.selection.$from;
    const is = parent.type === block.heading && parent.attrs["level"] === level;
    return (is ? setBlockType(block.paragraph) : setBlockType(block.heading, { level }))(state, dispatch);
  };
}

export function quote(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  return around(state, block.blockquote) !== null ? lift(state, dispatch) : wrapIn(block.blockquote)(state, dispatch);
}

/** A list of one kind; of a list of that kind plain paragraphs; of another kind this one. */
export function list(kind: "bullet_list" | "ordered_list" | "task_list"): Command {
  return (state, dispatch) => {
    const found = around(state, block.bullet_list, block.ordered_list, block.task_list);
    if (found === null) {
      if (kind !== "task_list") return wrapInList(block[kind])(state, dispatch);
      return wrapTask(state, dispatch);
    }
    const item = found.node.firstChild?.type ?? block.list_item;
    if (found.node.type === block[kind]) return liftListItem(item)(state, dispatch);
    if (dispatch) {
      const wanted = kind === "task_list" ? block.task_item : block.list_item;
      const items = found.node.children.map((child) => wanted.create(null, child.content));
      const { anchor, head } = state.selection;
      const tr = state.tr.replaceWith(found.pos, found.pos + found.node.nodeSize, block[kind].create(null, items));
      dispatch(tr.setSelection(TextSelection.create(tr.doc, anchor, head)).scrollIntoView());
    }
    return true;
  };
}

function wrapTask(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to);
  const wrapping = range && findWrapping(range, block.task_list);
  if (!range || !wrapping) return false;
  if (dispatch) dispatch(state.tr.wrap(range, wrapping).scrollIntoView());
  return true;
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

/** The selected words become a note; with none, a note to be written is put at the caret. */
export function note(kind: "note" | "footnote"): Command {
  return (state, dispatch) => {
    const { $from, from, empty } = state.selection;
    if (!$from.parent.inlineContent || $from.parent.type === block.code_block) return false;
    if (has(state, mark.note)) return toggleMark(mark.note)(state, dispatch);
    if (!empty) return toggleMark(mark.note, { kind })(state, dispatch);
    if (dispatch) {
      const words = kind === "note" ? "Side note" : "Footnote";
      const tr = state.tr.insert(from, schema.text(words, [mark.note.create({ kind })]));
      dispatch(tr.setSelection(TextSelection.create(tr.doc, from, from + words.length)).scrollIntoView());
    }
    return true;
  };
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
