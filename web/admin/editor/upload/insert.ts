/** Uploads as blocks of the text. */
import type { Node } from "prosemirror-model";
import type { Upload } from "../../../api/client.gen.ts";
import { readLine } from "../body/read.ts";
import { block } from "../schema/index.ts";

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
