/** What time it is for the service. The clock of a device may be wrong, and what is public is not for it to say. */

/** What the header, which tells whole seconds, and the line may cost. */
const EXACT = 5_000;
let ahead = 0;

export function serviceNow(): Date {
  return new Date(Date.now() + ahead);
}

/** From the `Date` of an answer that comes from the service itself, and from no cache. */
export function learnTime(said: string | null, received: number = Date.now()): void {
  const difference = Date.parse(said ?? "") - received;
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < EXACT ? 0 : difference;
}
