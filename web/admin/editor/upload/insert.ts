/** Uploads as blocks of the text. */
import type { Node } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Upload } from "../../../api/client.gen.ts";
import { readLine } from "../body/read.ts";
import { block } from "../schema/index.ts";

export interface Made { upload: Upload; alt: string; caption: string }

export function pictureAttributes(upload: Upload, alt: string): Record<string, string> {
  const attrs: Record<string, string> = { src: upload.url, alt, width: String(upload.width), height: String(upload.height) };
  if (upload.srcset !== "") attrs["srcset"] = upload.srcset;
  if (upload.sizes !== "") attrs["sizes"] = upload.sizes;
  return attrs;
}

export function figureOf(upload: Upload, alt: string, caption: string): Node {
  const size = upload.width > 0 ? { width: String(upload.width), height: String(upload.height) } : {};
  const seen = upload.kind === "video" ? block.film.create({ src: upload.url, controls: "", ...size }) : block.picture.create(pictureAttributes(upload, alt));
  return block.figure.create(null, [seen, block.caption.create(null, readLine(caption === "" ? [] : [caption]))]);
}

/** Several pictures: two stand beside each other, more below one another. */
export function galleryOf(figures: Node[]): Node[] {
  if (figures.length !== 2 || figures.some((figure) => figure.firstChild?.type !== block.picture)) return figures;
  return [block.pair.create(null, figures)];
}

/** Behind the block where the caret is, or at a place. */
export function insertMade(view: EditorView, made: readonly Made[], at: number | null): void {
  insertBlocks(view, galleryOf(made.map(({ upload, alt, caption }) => figureOf(upload, alt, caption))), at);
}

function insertBlocks(view: EditorView, blocks: Node[], at: number | null): void {
  const { state } = view;
  let place = at === null ? state.selection.$from : state.doc.resolve(Math.min(at, state.doc.content.size));
  const tr = state.tr;
  if (place.depth > 0) {
    const emptyLine = place.depth === 1 && place.parent.type === block.paragraph && place.parent.childCount === 0;
    const start = emptyLine ? place.before(1) : place.after(1);
    if (emptyLine) tr.delete(place.before(1), place.after(1));
    place = tr.doc.resolve(start);
  }
  tr.insert(place.pos, blocks);
  const behind = place.pos + blocks.reduce((sum, node) => sum + node.nodeSize, 0);
  if (tr.doc.resolve(behind).nodeAfter === null) tr.insert(behind, block.paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(behind + 1)));
  view.dispatch(tr.scrollIntoView());
}
