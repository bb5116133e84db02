/** Whether a change of which nothing was heard has reached the service. */
import type { ItemForm } from "./item.ts";

/** Each field that was sent is there as it was sent. What was sent empty is made by the service. */
export function arrived(sent: object, there: ItemForm): boolean {
  const known = there as unknown as Record<string, unknown>;
  // One moment has several spellings, and whether it is public is told beside it.
  return Object.entries(sent).every(([name, value]) => value === null || value === "" || name === "published_at" || JSON.stringify(value) === JSON.stringify(known[name]));
}

/** What is answered in time; false for what is not. */
export function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds))]);
}
