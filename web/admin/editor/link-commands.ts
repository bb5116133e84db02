/** What the dialog for links does with the words it was opened for. */
import type { Command } from "prosemirror-state";
import { linkRange } from "./commands.ts";
import { mark, schema } from "./schema/index.ts";

export function setLink(href: string, words: string): Command {
  return (state, dispatch) => {
    const { from, to } = linkRange(state);
    if (dispatch) {
      const made = mark.link.create({ href });
      const tr = state.tr;
      if (from === to) tr.insert(from, schema.text(words || href, [...state.selection.$from.marks(), made]));
      else tr.removeMark(from, to, mark.link).addMark(from, to, made);
      dispatch(tr.scrollIntoView());
    }
    return true;
  };
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state);
  if (from === to) return false;
  if (dispatch) dispatch(state.tr.removeMark(from, to, mark.link));
  return true;
};
