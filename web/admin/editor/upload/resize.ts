/** Makes a picture small enough to be sent, in the browser. */
import { checkSize, checkType, type Format, isAnimated, isPictureFormat, Refused } from "./judge.ts";
import { type Encoding, encodingFor, encodingInstead, type Plan, planResize, type Size } from "./plan.ts";

/** A file that has passed all checks, as it will be sent. */
export interface Prepared extends Size {
  name: string;
  kind: "picture" | "video";
  blob: Blob;
  /** What the file was before. */
  original: Size & { bytes: number };
  resized: boolean;
  /** Moves, so filters would take one picture of it only. */
  animated: boolean;
}

export async function prepare(file: File): Promise<Prepared> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const format = checkType(head, file.name);
  if (!isPictureFormat(format)) {
    const none = { width: 0, height: 0 };
    return { name: file.name, kind: "video", blob: file, ...none, original: { ...none, bytes: file.size }, resized: false, animated: true };
  }
  const animated = isAnimated(new Uint8Array(await file.arrayBuffer()), format);
  const bitmap = await decode(file);
  try {
    const original = { width: bitmap.width, height: bitmap.height, bytes: file.size };
    const plan = animated ? null : planResize(original);
    const blob = plan === null ? file : await shrink(bitmap, plan, format);
    checkSize(blob.size, format, file.name);
    const { width, height } = plan ?? original;
    return { name: file.name, kind: "picture", blob, width, height, original, resized: plan !== null, animated };
  } finally {
    bitmap.close();
  }
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Refused(`${file.name} could not be read. It may be damaged.`);
  }
}

/** Straight into the target canvas, or by one canvas of twice its size: never one of the size of the photograph. */
async function shrink(source: ImageBitmap, plan: Plan, format: Format): Promise<Blob> {
  let from: CanvasImageSource = source;
  let canvas: HTMLCanvasElement | null = null;
  for (const { width, height } of plan.steps) {
    const next = Object.assign(document.createElement("canvas"), { width, height });
    const pen = next.getContext("2d");
    if (pen === null) throw new Refused("This browser has no room for a picture of that size.");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(from, 0, 0, width, height);
    if (canvas !== null) canvas.width = canvas.height = 0;
    from = canvas = next;
  }
  if (canvas === null) throw new Refused("There is nothing to resize.");
  const wanted = encodingFor(format);
  const blob = await encode(canvas, wanted);
  if (blob.type === wanted.type) return blob;
  return encode(canvas, encodingInstead(isTransparent(canvas)));
}

function encode(canvas: HTMLCanvasElement, { type, quality }: Encoding): Promise<Blob> {
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Refused("This browser could not write the picture."))), type, quality));
}

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (pixels === undefined) return false;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}
