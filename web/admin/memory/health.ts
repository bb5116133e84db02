/** How the index stands, in words, and how far a re-indexing has come. */
import type { IndexStatus } from "../../api/client.gen.ts";

export type Tone = "good" | "busy" | "bad";

export interface Health {
  tone: Tone;
  text: string;
}

export function health(status: IndexStatus): Health {
  const counted = (number: number): string => number.toLocaleString("en");
  const parts = [`${counted(status.indexed)} indexed`];
  if (status.pending > 0) parts.push(`${counted(status.pending)} waiting`);
  if (status.failed > 0) parts.push(`${counted(status.failed)} failed`);
  const busy = status.pending > 0 || status.rebuilding;
  const tone = status.failed > 0 || (busy && status.last_error !== null) ? "bad" : busy ? "busy" : "good";
  return { tone, text: parts.join(", ") };
}

/** Whether there is anything to wait for. */
export function isWorking(status: IndexStatus): boolean {
  return status.pending > 0 || status.rebuilding;
}

/** How much of `queued` is done, 0 to 100. What else is waiting counts as not done. */
export function progress(queued: number, status: IndexStatus): number {
  if (!isWorking(status)) return 100;
  // It was heard, and has not begun.
  if (status.pending === 0) return 0;
  const left = Math.min(queued, status.pending);
  const share = queued === 0 ? 0 : (1 - left / queued) * 100;
  return Math.min(99, Math.max(0, Math.floor(share)));
}
