/** Keys of the text; those that format it are in `formatting.ts`, those of tables in `table-commands.ts`. Browsers keep some for themselves; none of those is here. */
import { baseKeymap, chainCommands, createParagraphNear, joinBackward, liftEmptyBlock, newlineInCode, selectNodeBackward, setBlockType, splitBlock } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import type { Node } from "prosemirror-model";
import { type Command, NodeSelection, Selection, TextSelection } from "prosemirror-state";
import { around, leaveCaption, leaveMark } from "./commands.ts";
import { block } from "./schema/index.ts";

const hardBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  if (dispatch) dispatch(state.tr.replaceSelectionWith(block.hard_break.create(), true).scrollIntoView());
  return true;
};

/** Tab indents code; it never leaves the text by surprise in the middle of code, and never stays in it elsewhere. */
const indentCode: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type !== block.code_block) return false;
  if (dispatch) dispatch(state.tr.insertText("  ").scrollIntoView());
  return true;
};

/** Behind a heading follows text, not another heading. */
const splitHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== block.heading || $from.parentOffset !== $from.parent.content.size) return false;
  if (dispatch) {
    const at = $from.after();
    const tr = state.tr.insert(at, block.paragraph.create());
    dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  }
  return true;
};

/** Backspace at the start of a heading or of code makes text of it, before it joins anything. */
const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || ![block.heading, block.code_block].includes($from.parent.type)) return false;
  return setBlockType(block.paragraph)(state, dispatch);
};

/** Backspace in an empty caption removes nothing: the picture is deleted when it is chosen. */
const keepCaption: Command = (state) => {
  const { $from, empty } = state.selection;
  return empty && $from.parentOffset === 0 && [block.caption, block.summary].includes($from.parent.type);
};

/** The first click on a box or this key: the task is done, or not yet. */
export const toggleTask: Command = (state, dispatch) => {
  const found = around(state, block.task_item);
  if (found === null) return false;
  if (dispatch) dispatch(state.tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, done: found.node.attrs["done"] !== true }));
  return true;
};

/** From a picture that is chosen browsers do not find the way to the first and the last letter. */
const leaveNode = (to: (doc: Node) => Selection): Command => (state, dispatch) => {
  if (!(state.selection instanceof NodeSelection)) return false;
  if (dispatch) dispatch(state.tr.setSelection(to(state.doc)).scrollIntoView());
  return true;
};

const eachItem = (make: (type: typeof block.list_item) => Command): Command => chainCommands(make(block.list_item), make(block.task_item));
const splitItem = chainCommands(splitListItem(block.list_item), splitListItem(block.task_item, { done: false }));

export const textKeys: Record<string, Command> = {
  "Mod-z": undo,
  "Mod-y": redo,
  "Mod-Shift-z": redo,
  "Shift-Enter": chainCommands(newlineInCode, hardBreak),
  "Mod-Home": leaveNode((doc) => Selection.atStart(doc)),
  "Mod-End": leaveNode((doc) => Selection.atEnd(doc)),
  ArrowRight: leaveMark,
  Escape: leaveMark,
  Enter: chainCommands(leaveCaption, newlineInCode, splitItem, splitHeading, createParagraphNear, liftEmptyBlock, splitBlock),
  Backspace: chainCommands(keepCaption, plainAtStart, baseKeymap["Backspace"] ?? chainCommands(joinBackward, selectNodeBackward)),
  Tab: chainCommands(eachItem(sinkListItem), indentCode),
  "Shift-Tab": eachItem(liftListItem),
};
