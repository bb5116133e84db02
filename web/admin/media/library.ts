/** Files of the library and where they are used. */
import type { Upload, UploadUse } from "../../api/client.gen.ts";
import { request } from "../http/client.ts";

export type LibraryFile = Upload;
export type Use = UploadUse;

export type Shown = "all" | "pictures" | "videos" | "unused" | "undescribed";

export const PAGE = 60;

interface Files {
  items: LibraryFile[];
  total: number;
  limit: number;
  offset: number;
}

export async function loadFiles(shown: Shown, text: string, offset: number, signal: AbortSignal): Promise<Files> {
  const query = {
    q: text.trim() === "" ? undefined : text.trim(),
    kind: shown === "pictures" ? "image" : shown === "videos" ? "video" : undefined,
    unused: shown === "unused" ? true : undefined,
    missing_alt: shown === "undescribed" ? true : undefined,
    limit: PAGE,
    offset,
  };
  const { data } = await request<Files>({ method: "GET", path: "/uploads", query }, { signal });
  return data;
}

export async function countFiles(filter: "unused" | "missing_alt", signal: AbortSignal): Promise<number> {
  const { data } = await request<{ total: number }>({ method: "GET", path: "/uploads", query: { [filter]: true, limit: 1 } }, { signal });
  return data.total;
}

/** The last part of the address. */
export function fileName(file: Upload): string {
  return decodeURIComponent(file.url.split("/").at(-1) ?? file.url);
}

/** Where a page has the words of a use. */
export const PLACES: Record<string, string> = { body: "in the text", cover: "cover", image: "the picture itself", section: "section", settings: "settings", resume: "resume" };

export function editPath(use: Use): string | null {
  if (use.is_deleted) return null;
  if (use.kind === "section") return `/admin/sections/${use.id}`;
  if (use.kind === "settings") return "/admin/settings";
  return ["story", "project", "page", "image"].includes(use.kind) ? `/admin/edit/${use.kind}/${use.id}` : null;
}

/** A point in per cent from a place in a box, held inside. */
export function pointIn(box: { left: number; top: number; width: number; height: number }, at: { clientX: number; clientY: number }): { x: number; y: number } {
  const share = (value: number, length: number): number => Math.round(Math.max(0, Math.min(100, length === 0 ? 50 : (100 * value) / length)));
  return { x: share(at.clientX - box.left, box.width), y: share(at.clientY - box.top, box.height) };
}

/** Where the arrow keys move it: by one, with Shift by ten. */
export function pointAfter(point: { x: number; y: number }, key: string, far: boolean): { x: number; y: number } | null {
  const step = far ? 10 : 1;
  const held = (value: number): number => Math.max(0, Math.min(100, value));
  switch (key) {
    case "ArrowLeft": return { ...point, x: held(point.x - step) };
    case "ArrowRight": return { ...point, x: held(point.x + step) };
    case "ArrowUp": return { ...point, y: held(point.y - step) };
    case "ArrowDown": return { ...point, y: held(point.y + step) };
    case "Home": return { x: 50, y: 50 };
    default: return null;
  }
}
