/** Sends a file and says how far it is, which `fetch` does not. It ends: with what was stored, or with what happened instead. */
import { ProblemError, type Problem, type Upload } from "../../../api/client.gen.ts";
import { ForeignAnswer, isOfKind, overdue } from "../../http/line.ts";

export interface Sending {
  done: Promise<Upload>;
  /** Ends it at once. Leaves nothing behind: what is not sent yet stops, what has arrived is deleted again as soon as that is known. */
  cancel(): Promise<void>;
}

export interface Signing {
  csrfToken(): string | null;
  signInAgain(): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** As long as a line moves it is waited for. One that stands still this long is broken. */
export const STILL = 30_000;
/** The service makes sizes of what has arrived; more bytes take longer. */
const MAKING = 90_000;
const MADE_PER_SECOND = 250_000;
/** After that nobody hears any more of what was given up. */
const LATEST = 10 * 60_000;

export function patienceAfter(bytes: number): number {
  return MAKING + Math.ceil((bytes * 1000) / MADE_PER_SECOND);
}

/** What the service says of a file that it has stored. */
export function isUpload(value: unknown): value is Upload {
  if (typeof value !== "object" || value === null) return false;
  const { id, url, kind, variants, width, height } = value as Partial<Upload>;
  return [id, url, kind].every((part) => typeof part === "string" && part !== "") && Array.isArray(variants) && typeof width === "number" && typeof height === "number";
}

/** The upload that an answer tells of. Fails with what it says instead. */
export function readAnswer(status: number, statusText: string, type: string | null, text: string): Upload {
  const said = parsed(text);
  if (status < 200 || status >= 300) throw new ProblemError(problem(status, statusText, said), new Headers());
  if (!isOfKind("application/json", status, type) || !isUpload(said)) throw new ForeignAnswer();
  return said;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Something between us and the service has answered.
    return null;
  }
}

function problem(status: number, statusText: string, said: unknown): Problem {
  if (typeof said === "object" && said !== null && typeof (said as Problem).detail === "string") return said as Problem;
  return { type: "about:blank", code: status >= 500 ? "unavailable" : "malformed", title: statusText, status, detail: `The answer was ${status} ${statusText}`.trim() + "." };
}

/** Rings when nothing has moved for a while. */
class Watch {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ring: () => void) {}

  /** Something has moved: from now on it has so long. */
  wind(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.ring, milliseconds);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

export function send(address: string, parts: Record<string, Blob | string>, name: string, signing: Signing, progress: (share: number) => void, method = "POST"): Sending {
  const bytes = Object.values(parts).reduce((sum, part) => sum + (typeof part === "string" ? part.length : part.size), 0);
  /** Calls off what is on its way now. */
  let stop: (() => void) | null = null;
  let cancelled = false;

  const once = (): Promise<Upload> =>
    new Promise((done, failed) => {
      let sent = false;
      let isOver = false;
      const made = new XMLHttpRequest();
      const end = (act: () => void): void => {
        watch.stop();
        isOver = true;
        act();
      };
      const giveUp = (why: DOMException): void =>
        end(() => {
          failed(why);
          // A file that has arrived whole is stored, whether anybody waits for the answer or not. It is heard, and goes.
          if (sent) setTimeout(() => made.abort(), LATEST);
          else made.abort();
        });
      const watch = new Watch(() => giveUp(overdue()));
      stop = () => isOver || giveUp(new DOMException("cancelled", "AbortError"));
      made.open(method, address);
      made.setRequestHeader("accept", "application/json");
      const token = signing.csrfToken();
      if (token !== null) made.setRequestHeader("x-csrf-token", token);
      made.upload.onprogress = (event) => {
        if (isOver) return;
        watch.wind(STILL);
        if (event.lengthComputable) progress(event.loaded / event.total);
      };
      made.upload.onload = () => {
        sent = true;
        if (isOver) return;
        watch.wind(patienceAfter(bytes));
        progress(1);
      };
      made.onload = () => {
        const answer = (): Upload => readAnswer(made.status, made.statusText, made.getResponseHeader("content-type"), made.responseText);
        if (isOver) return void forgetLate(answer);
        end(() => {
          try {
            done(answer());
          } catch (error) {
            failed(error);
          }
        });
      };
      made.onerror = () => end(() => failed(new TypeError("the network failed")));
      made.onabort = () => end(() => failed(new DOMException("cancelled", "AbortError")));
      watch.wind(STILL);
      made.send(formOf(parts, name));
    });

  /** Nobody waits for it any more: what was stored is taken away again. */
  const forgetLate = async (answer: () => Upload): Promise<void> => {
    if (method !== "POST") return;
    try {
      await signing.remove(answer().id);
    } catch {
      // Nothing was stored, or it stays in the library, where unused files are found.
    }
  };

  let callOff: (why: DOMException) => void = () => undefined;
  const calledOff = new Promise<never>((_, failed) => (callOff = failed));
  const ended = once().catch(async (error: unknown) => {
    if (!cancelled && error instanceof ProblemError && error.code === "unauthenticated" && (await signing.signInAgain()) && !cancelled) return once();
    throw error;
  });
  return {
    done: Promise.race([ended, calledOff]),
    async cancel() {
      cancelled = true;
      stop?.();
      // Whatever else is waited for, such as somebody who signs in.
      callOff(new DOMException("cancelled", "AbortError"));
      const stored = await ended.catch(() => null);
      if (stored !== null && method === "POST") await signing.remove(stored.id);
    },
  };
}

function formOf(parts: Record<string, Blob | string>, name: string): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(parts)) {
    if (typeof value === "string") form.append(key, value);
    else form.append(key, value, name);
  }
  return form;
}
