import { all } from "./page.ts";

/**
 * The switch Auto / Light / Dark without a new page. It sends the same form that works without
 * script, so the server sets the same cookie.
 */
export function theme(): void {
  for (const form of all<HTMLFormElement>("form.theme")) {
    form.addEventListener("submit", (event) => {
      const chosen = event.submitter;
      if (!(chosen instanceof HTMLButtonElement)) return;
      event.preventDefault();
      const address = new URL(form.action);
      for (const [name, value] of new FormData(form, chosen)) address.searchParams.append(name, String(value));
      show(chosen.value);
      // When it cannot be kept, it holds for this page.
      fetch(address, { redirect: "manual" }).catch(() => {});
    });
  }
}

function show(chosen: string): void {
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  for (const other of all<HTMLButtonElement>("form.theme button")) {
    other.setAttribute("aria-pressed", String(other.value === chosen));
  }
}
