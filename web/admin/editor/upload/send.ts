/** Sends a file and says how far it is, which `fetch` does not. */
import { ProblemError, type Problem, type Upload } from "../../../api/client.gen.ts";

export interface Sending {
  done: Promise<Upload>;
  /** Leaves nothing behind: what is not sent yet stops, what has arrived is deleted again. */
  cancel(): Promise<void>;
}

export interface Signing {
  csrfToken(): string | null;
  signInAgain(): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export function send(address: string, parts: Record<string, Blob | string>, name: string, signing: Signing, progress: (share: number) => void, method = "POST"): Sending {
  let request: XMLHttpRequest | null = null;
  let sent = false;
  let cancelled = false;

  const once = (): Promise<Upload> =>
    new Promise((done, failed) => {
      const form = new FormData();
      for (const [key, value] of Object.entries(parts)) {
        if (typeof value === "string") form.append(key, value);
        else form.append(key, value, name);
      }
      const made = new XMLHttpRequest();
      request = made;
      sent = false;
      made.open(method, address);
      made.setRequestHeader("accept", "application/json");
      const token = signing.csrfToken();
      if (token !== null) made.setRequestHeader("x-csrf-token", token);
      made.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
      made.upload.onload = () => {
        sent = true;
        progress(1);
      };
      made.onload = () => {
        if (made.status >= 200 && made.status < 300) done(JSON.parse(made.responseText) as Upload);
        else failed(new ProblemError(problem(made), new Headers()));
      };
      made.onerror = () => failed(new TypeError("the network failed"));
      made.onabort = () => failed(new DOMException("cancelled", "AbortError"));
      made.send(form);
    });

  const done = once().catch(async (error: unknown) => {
    if (!cancelled && error instanceof ProblemError && error.code === "unauthenticated" && (await signing.signInAgain())) return once();
    throw error;
  });
  return {
    done,
    async cancel() {
      cancelled = true;
      if (!sent) request?.abort();
      // A file that has arrived whole is stored, whether we wait for the answer or not.
      const stored = await done.catch(() => null);
      if (stored !== null && method === "POST") await signing.remove(stored.id);
    },
  };
}

function problem(request: XMLHttpRequest): Problem {
  try {
    const said = JSON.parse(request.responseText) as Problem;
    if (typeof said.detail === "string") return said;
  } catch {
    // Something between us and the service has answered.
  }
  return { type: "about:blank", code: request.status >= 500 ? "unavailable" : "malformed", title: request.statusText, status: request.status, detail: `The answer was ${request.status}.` };
}
