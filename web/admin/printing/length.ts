/** How long a resume is on paper, in words. */
import type { ResumeLength } from "../../api/client.gen.ts";

/** `1 page, 97 % full`, `2 pages, the last 40 % full`. */
export function lengthText({ pages, filled }: Pick<ResumeLength, "pages" | "filled">): string {
  const share = `${Math.round(filled * 100)} % full`;
  return pages === 1 ? `1 page, ${share}` : `${pages} pages, the last ${share}`;
}

/** Whether it is longer than was asked for. */
export function isTooLong(pages: number, asked: 1 | 2 | "any"): boolean {
  return asked !== "any" && pages > asked;
}

/** Words with a letter or a figure in them. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
