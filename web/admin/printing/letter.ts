/** Where the letter that goes with a result is. */

/** A day as the service reads it, by the clock on the wall. */
export function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A file of the letter that bears a day; without one, it bears none. */
export function letterAt(link: string, day: string): string {
  return day === "" ? link : `${link}?${new URLSearchParams({ date: day }).toString()}`;
}
