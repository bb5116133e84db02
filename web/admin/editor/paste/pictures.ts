/** Pictures of a pasted text that the text cannot bring along: those that are in it as data can be uploaded, the others are counted. */
import { isElement, type Markup } from "../markup/tree.ts";
import { address, type Surroundings } from "./clean.ts";

export interface LeftBehind {
  files: File[];
  /** Of other programs, of the disk, or of other sites without words for a link. */
  lost: number;
}

const TYPES: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif" };
/** What is smaller counts readers and shows nothing. */
const LEAST = 4;

export function leftBehind(markup: readonly Markup[], site: Surroundings): LeftBehind {
  const left: LeftBehind = { files: [], lost: 0 };
  const walk = (parts: readonly Markup[]): void => {
    for (const part of parts) {
      if (!isElement(part)) continue;
      if (part.tag === "img") judge(part.attributes);
      walk(part.children);
    }
  };
  const judge = ({ src = "", alt = "", width, height }: Record<string, string>): void => {
    if (src === "" || [width, height].some((size) => size !== undefined && Number(size) < LEAST)) return;
    const file = fileOf(src, left.files.length + 1);
    if (file !== null) left.files.push(file);
    else if (!isKept(src, alt)) left.lost += 1;
  };
  const isKept = (src: string, alt: string): boolean => {
    if (/^(?:data|blob|file|cid):/i.test(src)) return false;
    const place = address(src, site);
    return place !== null && (place.startsWith("/") || alt.trim() !== "");
  };
  walk(markup);
  return left;
}

/** A picture that stands in its own address. */
export function fileOf(src: string, number: number): File | null {
  const [, type = "", base64, data = ""] = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z-]+=[^;,]*)*(;base64)?,(.*)$/is.exec(src) ?? [];
  const ending = TYPES[type.toLowerCase()];
  if (ending === undefined) return null;
  try {
    const text = base64 === undefined ? decodeURIComponent(data) : atob(data.replace(/\s+/g, ""));
    return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], `Pasted picture ${number}.${ending}`, { type });
  } catch {
    return null;
  }
}

/** For people, about those that are gone. */
export function lostWords(lost: number): string {
  return lost === 1 ? "1 picture did not come along: it is not in the clipboard. Save it as a file, and add that." : `${lost} pictures did not come along: they are not in the clipboard. Save them as files, and add those.`;
}
