// How the admin area talks to the service: the generated client with the session's token, and with
// signing in again over the page when the session has ended, after which the call is repeated once.
import { FoliaClient, ProblemError, type Answer, type ChangeOptions, type CreateOptions, type ProblemCode, type RawRequest } from "../../api/client.gen.ts";

import { learnTime } from "./clock.ts";
import { ask, ForeignAnswer, isOverdue } from "./line.ts";

export { ProblemError, type Answer } from "../../api/client.gen.ts";

/** What the session lends to requests; it registers itself, so that this file need not know it. */
export interface Signing {
  csrfToken(): string | null;
  /** Asks who is signed in by now; true when the token is another one than before. */
  renew(): Promise<boolean>;
  /** Whether somebody was signed in, and nobody is any more. */
  hasEnded(): Promise<boolean>;
  /** Asks to sign in over the page; true when that has happened. */
  signInAgain(): Promise<boolean>;
}

let signing: Signing | null = null;

export function signWith(given: Signing): void {
  signing = given;
}

/** Tokens of a page that was open while somebody signed in elsewhere are of no use any more. */
const TOKEN_REFUSED: ProblemCode = "cross-site";

class AdminClient extends FoliaClient {
  /** For what the generated calls do not cover. */
  async request<T>(request: RawRequest, options: ChangeOptions & CreateOptions = {}): Promise<Answer<T>> {
    return this.call<T>(request, "json", options);
  }
}

export const api = new AdminClient({
  fetch: async (address, init) => {
    const answer = await ask(fetch, address, init);
    // Other reads may come out of a cache, with the time of then.
    if ((init.method ?? "GET") !== "GET" || address.endsWith("/auth/session")) learnTime(answer.headers.get("date"));
    return answer;
  },
  csrfToken: () => signing?.csrfToken(),
  recover: async (problem) => {
    if (signing === null) return false;
    if (problem.code === TOKEN_REFUSED) return signing.renew();
    // A draft is not there for visitors: what seems to be gone may be, or we are visitors by now.
    if (problem.status === 404 && (await signing.hasEnded())) return signing.signInAgain();
    return problem.code === "unauthenticated" && signing.signInAgain();
  },
});

/** Calls a route by its path, such as `request<Section>({ method: "GET", path: "/sections/1" })`. */
export function request<T>(given: RawRequest, options: ChangeOptions & CreateOptions = {}): Promise<Answer<T>> {
  return api.request<T>(given, options);
}

/** Whether somebody called the request off; then there is nothing to say. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether the service has said that it did nothing. No answer, a fault or a missing credential say nothing about an earlier attempt. */
export function isRefusal(error: unknown): boolean {
  return isOfService(error) && [400, 404, 405, 409, 413, 415, 422].includes(error.status);
}

/** Whether the service itself has refused. What stands between us and it has no problem documents. */
function isOfService(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.type !== "about:blank";
}

/** Whether the service has said that there is no such thing, or no more. */
export function isGone(error: unknown): boolean {
  return isOfService(error) && error.code === "not-found";
}

/** What went wrong, for people: the service's own words, or that it did not answer. */
export function explain(error: unknown): string {
  if (error instanceof ProblemError) {
    const [first] = error.errors;
    if (first !== undefined) return `${capital(first.field.replaceAll("_", " "))} ${first.message}.`.replace(/\.\.$/, ".");
    return error.message;
  }
  if (isCancelled(error)) return "Cancelled.";
  if (isOverdue(error)) return "The server did not answer in time.";
  if (error instanceof TypeError) return navigator.onLine === false ? "You are offline." : "The server did not answer.";
  // What a browser says of letters that are no JSON is for nobody who writes a story.
  if (error instanceof SyntaxError) return new ForeignAnswer().message;
  return error instanceof Error && !(error instanceof DOMException) ? error.message : "The browser could not do it.";
}

/** The message of each field, by its name. Those of other fields stay for the form as a whole. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
}

/** Follows a list to its end. */
export async function all<T>(page: (offset: number) => Promise<{ items: T[]; total: number; limit: number }>): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const next = await page(items.length);
    items.push(...next.items);
    if (next.items.length === 0 || items.length >= next.total) return items;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
