/** What a file is, by its first bytes, and whether it can be taken. The service judges again. */

export type Format = "jpeg" | "png" | "webp" | "gif" | "avif" | "mp4" | "webm";

export const MOST_BYTES = 5 * 1024 * 1024;

/** A file that is not taken, and why, in words for people. */
export class Refused extends Error {
  override readonly name = "Refused";
}

export function formatOf(head: Uint8Array): Format | null {
  const text = String.fromCharCode(...head.subarray(0, 32));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (text.startsWith("\x1a\x45\xdf\xa3")) return "webm";
  if (text.slice(4, 8) === "ftyp") {
    const brand = text.slice(8, 12);
    if (brand === "avif" || brand === "avis") return "avif";
    return /^(?:hei|hev|mif|msf)/.test(brand) ? null : "mp4";
  }
  return null;
}

export function isPictureFormat(format: Format): boolean {
  return format !== "mp4" && format !== "webm";
}

/** Refuses what is no picture and no film, with the way out where there is one. */
export function checkType(head: Uint8Array, name: string): Format {
  const format = formatOf(head);
  if (format !== null) return format;
  const text = String.fromCharCode(...head.subarray(0, 64));
  if (text.slice(4, 8) === "ftyp") throw new Refused(`${name} is a HEIC picture, which few browsers show. Save it as JPEG and try again.`);
  if (/<svg|<\?xml/i.test(text)) throw new Refused(`${name} is a drawing of code (SVG), which is not taken. Save it as PNG and try again.`);
  throw new Refused(`${name} is neither a picture (JPEG, PNG, WebP, GIF, AVIF) nor a video (MP4, WebM).`);
}

/** After the resizing: what is too large even then is not sent. */
export function checkSize(bytes: number, format: Format, name: string): void {
  if (isPictureFormat(format) && bytes > MOST_BYTES) {
    throw new Refused(`${name} is ${inMegabytes(bytes)} after resizing; at most ${inMegabytes(MOST_BYTES)} can be stored.`);
  }
}

export function inMegabytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whether a picture moves; such a one is left as it is. */
export function isAnimated(bytes: Uint8Array, format: Format): boolean {
  if (format === "gif") return gifFrames(bytes) > 1;
  if (format === "webp") return find(bytes.subarray(0, 64), "ANIM") || (bytes[20] !== undefined && find(bytes.subarray(12, 16), "VP8X") && (bytes[20] & 2) !== 0);
  if (format === "png") return find(bytes.subarray(0, 4096), "acTL");
  return format === "avif" && find(bytes.subarray(8, 12), "avis");
}

function find(bytes: Uint8Array, name: string): boolean {
  return String.fromCharCode(...bytes).includes(name);
}

/** Counts no further than two. */
function gifFrames(bytes: Uint8Array): number {
  const palette = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + palette(bytes[10] ?? 0);
  let frames = 0;
  const skipBlocks = (): void => {
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    at++;
  };
  while (at < bytes.length && frames < 2) {
    const kind = bytes[at];
    if (kind === 0x21) {
      at += 2;
      skipBlocks();
    } else if (kind === 0x2c) {
      frames++;
      at += 10 + palette(bytes[at + 9] ?? 0) + 1;
      skipBlocks();
    } else break;
  }
  return frames;
}
