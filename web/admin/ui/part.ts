/** Parts of the program that are loaded when they are first needed, and why one is not there. */
import { NotArrived } from "./arrivals.ts";

/** The network, or a newer program that has no such file any more. */
export type Absence = "unreachable" | "gone";

export function absenceOf(error: unknown): Absence {
  return error instanceof NotArrived && (error.status === 404 || error.status === 410) ? "gone" : "unreachable";
}
