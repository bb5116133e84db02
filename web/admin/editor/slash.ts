/** Where a slash opens a menu. What the menu offers is in `offers.ts`, which comes after the text. */
import type { EditorState } from "prosemirror-state";
import { block } from "./schema/index.ts";

/** What needs more than the text: a file, a dialog. */
export type Ask = "picture" | "gallery" | "video" | "link" | "media";

export interface SlashState {
  /** Where the slash stands. */
  from: number;
  to: number;
  query: string;
}

/** The slash before the caret and the letters behind it, where a menu makes sense. */
export function slashAt(state: EditorState): SlashState | null {
  const { $from, empty } = state.selection;
  if (!empty || ![block.paragraph, block.heading].includes($from.parent.type)) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\ufffc");
  const match = /(?:^|\s)\/([\p{L}\p{N}]{0,20}(?: [\p{L}\p{N}]{0,12})?)$/u.exec(before);
  if (!match) return null;
  const query = match[1] ?? "";
  return { from: $from.pos - query.length - 1, to: $from.pos, query };
}
