// Where we are. The Navigation API tells of every way to get elsewhere, also of Back, before it
// happens; browsers without it get the History API, links and `popstate`.
import { type Component, tick } from "svelte";
import { absenceOf, type Absence } from "../ui/part.ts";
import { isGuarded, mayLeave } from "./leaving.ts";
import { address, below, match, type Match } from "./routes.ts";
import { screens, type Screen } from "./screens.ts";
import { toasts } from "./toasts.svelte.ts";

interface Shown {
  path: string;
  query: URLSearchParams;
  match: Match<Screen> | null;
  component: Component<any> | null;
  /** Why the part of the program that draws the screen is not here, if it is not. */
  absence: Absence | null;
}

class Router {
  /** What is on the page. */
  shown = $state.raw<Shown>({ path: "/", query: new URLSearchParams(), match: null, component: null, absence: null });
  /** The screen that was asked for is on its way. */
  loading = $state(false);
  private wanted = 0;

  async show(url: URL): Promise<void> {
    const path = below(url.pathname) ?? "/";
    const query = url.searchParams;
    const found = match(screens, path);
    const mine = ++this.wanted;
    this.loading = true;
    let component: Component<any> | null = null;
    let absence: Absence | null = null;
    try {
      component = found === null ? null : (await found.screen.load()).default;
    } catch (error) {
      console.warn("a screen could not be loaded", error);
      absence = absenceOf(error);
    }
    if (mine !== this.wanted) return;
    this.loading = false;
    const moved = path !== this.shown.path;
    if (moved) toasts.leaveScreen();
    this.shown = { path, query, match: found, component, absence };
    if (moved) document.querySelector(".work")?.scrollTo(0, 0);
  }

  /** Once more, where the screen could not be loaded. */
  async showAgain(): Promise<void> {
    await this.show(new URL(location.href));
    await tick();
    document.getElementById("work")?.focus();
  }
}

export const router = new Router();

export interface NavigateOptions {
  /** In place of the present entry of the history. */
  replace?: boolean;
  /** Without asking the guards: after a save, or when they were asked already. */
  unasked?: boolean;
}

/** Goes to a path below `/admin`, with its query. */
export async function navigate(path: string, options: NavigateOptions = {}): Promise<void> {
  await go(new URL(address(path), location.origin), options);
}

/** Changes the query of the present screen: for filters, which do not make new entries of the history. */
export async function setQuery(change: Record<string, string | null | undefined>): Promise<void> {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== location.href) await go(url, { replace: true, unasked: true });
}

const api = (globalThis as { navigation?: Navigation }).navigation;
/** Set while a step goes on that was asked for already. */
let unasked = false;

async function go(url: URL, options: NavigateOptions): Promise<void> {
  if (!options.unasked && isGuarded() && !(await mayLeave())) return;
  if (api !== undefined) {
    unasked = true;
    try {
      await api.navigate(url.href, { history: options.replace ? "replace" : "auto" }).finished;
    } catch {
      // Another step came in between; that one counts.
    } finally {
      unasked = false;
    }
    return;
  }
  if (options.replace || url.href === location.href) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  here = location.href;
  await router.show(url);
}

let here = "";

/** Begins to follow the address. */
export function startRouter(): Promise<void> {
  here = location.href;
  addEventListener("beforeunload", (event) => {
    if (isGuarded()) event.preventDefault();
  });
  if (api !== undefined) api.addEventListener("navigate", follow);
  else followHistory();
  return router.show(new URL(location.href));
}

function follow(event: NavigateEvent): void {
  const url = new URL(event.destination.url);
  const isOurs = event.canIntercept && event.downloadRequest === null && event.formData === null && below(url.pathname) !== null && event.navigationType !== "reload";
  // A new document asks by `beforeunload`.
  if (!isOurs) return;
  const samePlace = url.pathname === location.pathname;
  if (event.hashChange) return;
  if (!unasked && !samePlace && isGuarded() && event.cancelable) {
    event.preventDefault();
    void mayLeave().then((may) => {
      if (!may) return;
      unasked = true;
      const step = event.navigationType === "traverse" ? api?.traverseTo(event.destination.key) : api?.navigate(url.href);
      step?.finished?.catch(() => undefined).finally(() => (unasked = false));
    });
    return;
  }
  event.intercept({ handler: () => router.show(url), focusReset: "manual", scroll: "manual" });
}

function followHistory(): void {
  addEventListener("popstate", () => {
    const url = new URL(location.href);
    if (!isGuarded()) {
      here = url.href;
      void router.show(url);
      return;
    }
    // The step has happened already: it is taken back while the question is asked.
    history.pushState(null, "", here);
    void mayLeave().then((may) => {
      if (may) void go(url, { replace: true, unasked: true });
    });
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin || below(link.pathname) === null) return;
    event.preventDefault();
    void go(new URL(link.href), {});
  });
}
