import { timeOf, two } from "./item.ts";

/** The service keeps years of four digits, everywhere on earth: the last of them may begin earlier in other zones. */
export const LAST_YEAR = 9998;

/** Why a date cannot be one of publication; undefined when it can. Fields for dates take years of six digits. */
export function dateFault(text: string): string | undefined {
  if (text === "") return "Choose a date and a time";
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "This is no date";
  const year = date.getFullYear();
  return year > LAST_YEAR ? `Choose a year up to ${LAST_YEAR}` : year < 1000 ? "Write the year with four digits" : undefined;
}

/** For `datetime-local`, which knows no zone. */
export function localTime(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${timeOf(date)}`;
}
