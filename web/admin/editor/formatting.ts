/** What the toolbar, the slash menu and the keys do with text. All are ProseMirror commands: without `dispatch` they say whether they could. */
import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { MarkType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, TextSelection, type Transaction } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import { around } from "./commands.ts";
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

export const formatKeys: Record<string, Command> = {
  "Mod-b": toggleStrong,
  "Mod-i": toggleEm,
  "Mod-e": toggleCode,
  "Mod-Shift-x": toggleStrike,
  "Mod-Shift-h": toggleHighlight,
  "Mod-Alt-2": heading(2),
  "Mod-Alt-3": heading(3),
  "Mod-Alt-0": setBlockType(block.paragraph),
  "Mod-Shift-7": list("ordered_list"),
  "Mod-Shift-8": list("bullet_list"),
  "Mod-Shift-9": list("task_list"),
  "Mod-Shift-.": quote,
  "Mod-Alt-n": note("note"),
  "Mod-Alt-f": note("footnote"),
};
