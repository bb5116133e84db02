// Times as the lists show them: near ones in words, far ones as dates.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function ago(when: string, now: Date = new Date()): string {
  const then = new Date(when);
  const past = now.getTime() - then.getTime();
  if (Number.isNaN(past)) return "";
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < DAY && then.getDate() === now.getDate()) return `${Math.floor(past / HOUR)} h ago`;
  const yesterday = new Date(now.getTime() - DAY);
  if (past < 2 * DAY && then.getDate() === yesterday.getDate()) return "yesterday";
  const sameYear = then.getFullYear() === now.getFullYear();
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(!sameYear && { year: "numeric" }) });
}

/** In full, for `title`. */
export function fullTime(when: string): string {
  const then = new Date(when);
  return Number.isNaN(then.getTime()) ? "" : then.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}
