import { timeOf, two } from "./item.ts";

/** The service keeps years of four digits, everywhere on earth: the last of them may begin earlier in other zones. */
export const LAST_YEAR = 9998;

/** Why a date cannot be one of publication; undefined when it can. Fields for dates take years of six digits. */
export function dateFault(text: string): string | undefined {
  if (text === "") return "Choose a date and a time";
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "This is no date";
  const year = date.getFullYear();
  if (year > LAST_YEAR) return `Choose a year up to ${LAST_YEAR}`;
  if (year < 1000) return "Write the year with four digits";
  return momentsOf(text).length === 0 ? "The clocks are set forward then, and this time does not exist. Choose an earlier or a later one" : undefined;
}

const DAY = 86_400_000;

/** The moments that a time of this device can mean, the first one first: none where clocks are set forward, two where they are set back. */
export function momentsOf(text: string): Date[] {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number);
  const asUtc = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute);
  const around = [asUtc - DAY, asUtc + DAY].map((time) => asUtc + new Date(time).getTimezoneOffset() * 60_000);
  return [...new Set(around)].sort((left, right) => left - right).map((time) => new Date(time)).filter((date) => localTime(date) === text.slice(0, 16));
}

/** "UTC+2", "UTC−3:30": which of two moments with one time is meant. */
export function zoneOf(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const minutes = Math.abs(offset) % 60;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(Math.abs(offset) / 60)}${minutes === 0 ? "" : `:${two(minutes)}`}`;
}

/** For `datetime-local`, which knows no zone. */
export function localTime(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${timeOf(date)}`;
}
