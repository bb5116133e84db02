// @ts-check
// The contact form with script: it stays on its page, solves the challenge while the visitor
// writes, and has four states: idle, submitting, success, error. Without this file the form is
// posted as it is.
"use strict";

(() => {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("contact-form"));
  const status = /** @type {HTMLElement} */ (document.getElementById("contact-status"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const note = /** @type {HTMLElement} */ (document.getElementById("contact-note"));
  const thanks = /** @type {HTMLElement} */ (document.getElementById("contact-thanks"));
  const length = /** @type {HTMLOutputElement} */ (document.getElementById("contact-length"));
  const message = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("message"));
  const usual = note.textContent;
  const longest = 2000;
  const controls = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));

  /**
   * @typedef {{ rendered_at: string, challenge: { provider: string, challenge?: string,
   *   parts?: number, bits?: number, expires_at?: string } }} Handed
   * @type {Handed}
   */
  let handed = JSON.parse(form.dataset.form ?? "{}");
  /** @type {Promise<string> | null} */
  let token = null;

  /** Fetches a fresh stamp and challenge; the first ones came with the page. */
  const renew = async () => {
    const answer = await fetch("/contact/form", { cache: "no-store" });
    if (!answer.ok) throw new Error("no form");
    handed = await answer.json();
    token = null;
  };

  /** Starts the work once, in a thread of its own. */
  const solve = () => {
    const { challenge, parts, bits } = handed.challenge;
    token ??= new Promise((done, failed) => {
      const worker = new Worker(form.dataset.solver ?? "");
      worker.onmessage = (event) => {
        done(event.data);
        worker.terminate();
      };
      worker.onerror = failed;
      worker.postMessage({ challenge, parts, bits });
    });
    return token;
  };

  /** @param {FormData} fields */
  const challengeToken = async (fields) => {
    if (handed.challenge.provider !== "builtin") {
      const names = ["cf-turnstile-response", "h-captcha-response", "g-recaptcha-response"];
      return String(names.map((name) => fields.get(name)).find(Boolean) ?? "");
    }
    const left = new Date(handed.challenge.expires_at ?? 0).getTime() - Date.now();
    // The stamp is kept: it says how long the form was open.
    if (left < 60_000) {
      const rendered_at = handed.rendered_at;
      await renew();
      handed.rendered_at = rendered_at;
    }
    return solve();
  };

  /**
   * @param {"idle" | "submitting" | "success" | "error"} state
   * @param {string} text
   */
  const show = (state, text) => {
    form.dataset.state = state;
    controls.disabled = state === "submitting";
    const labels = { idle: "Send message", submitting: "Sending", success: "", error: "Send again" };
    button.textContent = labels[state];
    note.textContent = state === "submitting" ? text : usual;
    form.setAttribute("aria-busy", String(state === "submitting"));
    form.hidden = state === "success";
    thanks.hidden = state !== "success";
    status.hidden = state !== "error";
    if (state === "success") thanks.focus();
    if (state === "error") status.focus();
  };

  const count = () => {
    length.textContent = `${[...message.value].length} / ${longest}`;
  };
  message.addEventListener("input", count);
  count();

  /** Whoever is signed in proves with this that the request is theirs. */
  const csrfToken = async () => {
    if (form.dataset.signedIn === undefined) return null;
    const answer = await fetch("/auth/session", { cache: "no-store" });
    return answer.ok ? ((await answer.json()).csrf_token ?? null) : null;
  };

  /** The token of a service is good once, also when the message was refused. */
  const resetWidget = () => {
    for (const name of ["turnstile", "hcaptcha", "grecaptcha"]) {
      const widget = /** @type {any} */ (window)[name];
      if (widget && typeof widget.reset === "function") widget.reset();
    }
  };

  form.addEventListener("focusin", () => {
    if (handed.challenge.provider === "builtin") solve().catch(() => (token = null));
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    show("submitting", "Checking that you are not a robot. A few seconds.");
    try {
      /** @type {Record<string, string>} */
      const headers = { "content-type": "application/json" };
      const csrf = await csrfToken();
      if (csrf !== null) headers["x-csrf-token"] = csrf;
      const text = (/** @type {string} */ name) => String(fields.get(name) ?? "");
      const body = {
        name: text("name"),
        email: text("email"),
        message: text("message").replaceAll("\r\n", "\n"),
        topic: text("topic"),
        challenge_token: await challengeToken(fields),
        rendered_at: handed.rendered_at,
      };
      const answer = await fetch("/contact", {
        method: "POST", headers, body: JSON.stringify(body),
      });
      if (answer.status === 202) {
        show("success", "");
        return;
      }
      resetWidget();
      show("error", "");
    } catch {
      token = null;
      show("error", "");
    }
  });

  show("idle", "");
})();
