/**
 * The contact form with script: it stays on its page, solves the challenge while the visitor
 * writes, and has four states: idle, submitting, success, error. Without this file the form is
 * posted as it is.
 */

interface Challenge {
  provider: string;
  challenge?: string;
  parts?: number;
  bits?: number;
  expires_at?: string;
}

interface Handed {
  rendered_at: string;
  challenge: Challenge;
}

/** Fields in which the widgets of verification services leave their token. */
const WIDGETS = ["cf-turnstile-response", "h-captcha-response", "g-recaptcha-response"];
/** A challenge that ends sooner than this is not begun. */
const LEAST_LEFT = 60_000;

/** Which hand-out is used: the one at hand, or a fresh challenge under the first stamp. */
export function needsRenewal(challenge: Challenge, now: number): boolean {
  return challenge.provider === "builtin" && Date.parse(challenge.expires_at ?? "") - now < LEAST_LEFT;
}

function start(form: HTMLFormElement): void {
  const room = form.parentElement ?? form;
  const press = form.querySelector<HTMLButtonElement>(".send button, button[type=submit], button:not([type])");
  const notice = form.querySelector<HTMLElement>(".notice");
  const status = form.querySelector<HTMLElement>("[role=status]");
  const thanks = room.querySelector<HTMLElement>(".thanks");
  const message = form.querySelector<HTMLTextAreaElement>("textarea");
  const count = form.querySelector<HTMLOutputElement>("output");
  if (press === null || thanks === null) return;
  const quiet = status?.textContent ?? "";
  let handed = JSON.parse(form.dataset.form ?? "null") as Handed;
  let token: Promise<string> | null = null;

  /** The work, once, in a thread of its own. */
  const solve = (): Promise<string> => {
    const { challenge, parts, bits } = handed.challenge;
    token ??= new Promise((done, failed) => {
      const worker = new Worker(new URL("../../crates/contact/assets/solver.js", import.meta.url));
      worker.onmessage = (event: MessageEvent<string>) => {
        done(event.data);
        worker.terminate();
      };
      worker.onerror = failed;
      worker.postMessage({ challenge, parts, bits });
    });
    return token;
  };

  const challengeToken = async (fields: FormData): Promise<string> => {
    if (handed.challenge.provider !== "builtin") {
      return String(WIDGETS.map((name) => fields.get(name)).find(Boolean) ?? "");
    }
    if (needsRenewal(handed.challenge, Date.now())) {
      const answer = await fetch("/contact/form", { cache: "no-store" });
      if (!answer.ok) throw new Error("no form");
      // The first stamp is kept: it says how long the form was open.
      handed = { ...((await answer.json()) as Handed), rendered_at: handed.rendered_at };
      token = null;
    }
    return solve();
  };

  /** Whoever is signed in proves with this that the request is theirs. */
  const csrf = async (): Promise<Record<string, string>> => {
    if (form.dataset.signedIn === undefined) return {};
    const answer = await fetch("/auth/session", { cache: "no-store" });
    const session = answer.ok ? ((await answer.json()) as { csrf_token?: string }) : {};
    return session.csrf_token === undefined ? {} : { "x-csrf-token": session.csrf_token };
  };

  const show = (state: "submitting" | "success" | "error") => {
    const busy = state === "submitting";
    form.dataset.state = state;
    press.ariaBusy = String(busy);
    press.textContent = (busy ? form.dataset.sending : form.dataset.again) ?? "";
    if (status) status.textContent = (busy ? form.dataset.checking : quiet) ?? "";
    if (notice) notice.hidden = state !== "error";
    for (const field of form.elements) (field as HTMLInputElement).disabled = busy;
    if (state === "success") {
      form.hidden = true;
      thanks.hidden = false;
      thanks.focus();
    }
    if (state === "error") press.focus();
  };

  /** The token of a service is good once, also when the message was refused. */
  const resetWidgets = () => {
    for (const name of ["turnstile", "hcaptcha", "grecaptcha"]) {
      (window as unknown as Record<string, { reset?: () => void } | undefined>)[name]?.reset?.();
    }
  };

  form.addEventListener("focusin", () => {
    if (handed.challenge.provider === "builtin") solve().catch(() => (token = null));
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").replaceAll("\r\n", "\n");
    show("submitting");
    try {
      const headers = { accept: "application/json", "content-type": "application/json", ...(await csrf()) };
      const body = JSON.stringify({
        name: text("name"),
        email: text("email"),
        message: text("message"),
        topic: text("topic"),
        challenge_token: await challengeToken(fields),
        rendered_at: handed.rendered_at,
      });
      const answer = await fetch("/contact", { method: "POST", headers, body });
      show(answer.status === 202 ? "success" : "error");
      resetWidgets();
    } catch {
      token = null;
      show("error");
    }
  });

  if (message && count) {
    const tell = () => (count.value = `${[...message.value].length} / ${message.maxLength}`);
    message.addEventListener("input", tell);
    tell();
  }
}

if (typeof document !== "undefined") {
  for (const form of document.querySelectorAll<HTMLFormElement>(".contact form[data-form]")) start(form);
}
