/**
 * The line to the service: how long an answer may take, and whether it is one of the service at all. Proxies, and
 * networks that want somebody to sign in, answer in its place: with a page, and with 200.
 */

/** For an answer to a few words. Then a line of this many bytes in a second is slow, and still goes on. */
const PATIENCE = 30_000;
const SLOWEST = 16_000;
/** What the service works on for a while, or what is not told in bytes. */
const LONG = 150_000;
const LONG_WORK = /^\/api\/(tailor|tailorings|resumes|uploads|content\/(chunks|index)|memory|voice)\b/;

/** How long to wait for a request of so many bytes. */
export function patienceFor(address: string, bytes: number | null): number {
  const least = bytes === null || LONG_WORK.test(address) ? LONG : PATIENCE;
  return least + Math.ceil(((bytes ?? 0) * 1000) / SLOWEST);
}

/** Something has answered, and it was not the service. Whether the service has heard of the request, nobody knows. */
export class ForeignAnswer extends Error {
  override readonly name = "ForeignAnswer";

  constructor() {
    super("Something between here and the site has answered in its place, such as a proxy or a network that wants you to sign in.");
  }
}

/** Whether nobody has answered in time. */
export function isOverdue(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

export function overdue(): DOMException {
  return new DOMException("nobody has answered in time", "TimeoutError");
}

/** Whether an answer is of the kind that was asked for. What has no body has no kind, and pages are never asked for. */
export function isOfKind(accept: string, status: number, type: string | null): boolean {
  if (status === 204 || type === null) return true;
  const said = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (accept.includes("*/*")) return said !== "text/html";
  return accept.split(",").some((wanted) => wanted.trim() === said || (wanted.trim() === "application/json" && said.endsWith("+json")));
}

/** `fetch` that ends: with an answer of the service, or by saying what came in its place. */
export async function ask(send: typeof fetch, address: string, init: RequestInit): Promise<Response> {
  const accept = new Headers(init.headers).get("accept") ?? "*/*";
  const ours = new AbortController();
  const bytes = init.body == null ? 0 : typeof init.body === "string" ? init.body.length : null;
  const timer = setTimeout(() => ours.abort(overdue()), patienceFor(address, bytes));
  const called = init.signal;
  const stop = (): void => ours.abort(called?.reason);
  if (called?.aborted) stop();
  called?.addEventListener("abort", stop, { once: true });
  try {
    const answer = await send(address, { ...init, signal: ours.signal });
    // Events come for as long as there are some. Of all else the whole body belongs to the answer.
    if (accept.includes("event-stream")) clearTimeout(timer);
    if (answer.ok && !isOfKind(accept, answer.status, answer.headers.get("content-type"))) throw new ForeignAnswer();
    return answer;
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}
