/** Moments as the admin area tells them: short in lists, in full where somebody points. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

function clock(date: Date): string {
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** Whole nights between two moments, by the calendar of whoever looks. */
function nights(from: Date, to: Date): number {
  const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

/** "20 min ago", "3 h ago", "yesterday", "12 Nov", "12 Nov 2025"; and "in 9 days" for what is to come. */
export function shortTime(moment: string | Date, now: Date = new Date()): string {
  const date = new Date(moment);
  const passed = now.getTime() - date.getTime();
  if (Number.isNaN(passed)) return "";
  if (passed < 0) return ahead(date, now);
  if (passed < MINUTE) return "now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  const days = nights(date, now);
  if (days === 0) return `${Math.floor(passed / HOUR)} h ago`;
  if (days === 1) return "yesterday";
  return shortDate(date, now);
}

function ahead(date: Date, now: Date): string {
  const days = nights(now, date);
  if (days === 0) return `today, ${clock(date)}`;
  if (days === 1) return "tomorrow";
  return days <= 14 ? `in ${days} days` : shortDate(date, now);
}

/** "12 Nov", with the year unless it is this one. */
export function shortDate(moment: string | Date, now: Date = new Date()): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** "12 November 2026, 14:02". */
export function fullTime(moment: string | Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getDate()} ${LONG[date.getMonth()] ?? ""} ${date.getFullYear()}, ${clock(date)}`;
}

/** Days from one moment to another; negative when the second is before the first. */
export function daysBetween(from: string | Date, to: string | Date): number {
  return (new Date(to).getTime() - new Date(from).getTime()) / DAY;
}
