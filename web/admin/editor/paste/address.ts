/** An address in the clipboard. */
import { Fragment, Slice } from "prosemirror-model";
import { Selection, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { isAddress, isVideo } from "../addresses.ts";
import { block, mark } from "../schema/index.ts";

/** An address over chosen words links them; one of a film in an empty line shows it. */
export function pasteAddress(view: EditorView, text: string): boolean {
  const { state } = view;
  const { $from, empty, from, to } = state.selection;
  if (!/^https?:\/\/\S+$/.test(text) || !isAddress(text) || $from.parent.type.spec.code) return false;
  const own = text.startsWith(`${location.origin}/`) ? text.slice(location.origin.length) : text;
  if (!empty && state.selection instanceof TextSelection && $from.sameParent(state.selection.$to)) {
    view.dispatch(state.tr.addMark(from, to, mark.link.create({ href: own })));
    return true;
  }
  if ($from.parent.childCount === 0 && $from.depth === 1 && isVideo(text)) {
    const video = block.video.create({ href: text, title: "" }, [block.caption.create()]);
    const at = $from.before();
    const tr = state.tr.replaceWith(at, $from.after(), [video, block.paragraph.create()]);
    view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + video.nodeSize + 1))).scrollIntoView());
    return true;
  }
  const link = Fragment.from(view.state.schema.text(own, [mark.link.create({ href: own })]));
  view.dispatch(state.tr.replaceSelection(new Slice(link, 0, 0)).scrollIntoView());
  return true;
}
