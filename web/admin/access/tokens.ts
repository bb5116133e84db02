/** API tokens: when a new one ends, and which ones deserve a look. */
import type { Role, Token } from "../../api/client.gen.ts";
import { daysBetween } from "../ui/when.ts";

export type Ending = "quarter" | "year" | "date";

export const ENDINGS: readonly { value: Ending; label: string }[] = [
  { value: "quarter", label: "90 days" },
  { value: "year", label: "1 year" },
  { value: "date", label: "On a date" },
];

const DAY = 86_400_000;
const UNUSED_DAYS = 180;
const SOON_DAYS = 14;

/** When a token ends that is made now; null where the date that was typed is none, or is over. */
export function endOf(ending: Ending, typed: string, now: Date): Date | null {
  if (ending !== "date") return new Date(now.getTime() + (ending === "quarter" ? 90 : 365) * DAY);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return null;
  const [year = 0, month = 0, day = 0] = typed.split("-").map(Number);
  // Good until the day is over where the owner is.
  const end = new Date(year, month - 1, day, 23, 59, 59);
  return end.getDate() === day && end > now ? end : null;
}

export const MAY: Record<Role, string> = { admin: "Read and write everything", member: "Read drafts, tailor resumes" };

export function isLongUnused(token: Pick<Token, "created_at" | "last_used_at">, now: Date): boolean {
  return daysBetween(token.last_used_at ?? token.created_at, now) > UNUSED_DAYS;
}

export function endsSoon(token: Pick<Token, "expires_at">, now: Date): boolean {
  return token.expires_at !== null && daysBetween(now, token.expires_at) < SOON_DAYS;
}
