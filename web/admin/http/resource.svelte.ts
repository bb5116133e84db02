// Something loaded: its value, whether it is on its way, and what went wrong. The value stays while
// it is loaded again, and only the last request counts.
import { untrack } from "svelte";
import { explain, isCancelled } from "./client.ts";

export interface Resource<T> {
  readonly value: T | undefined;
  readonly loading: boolean;
  /** In words, for the page. */
  readonly error: string | undefined;
  readonly cause: unknown;
  reload(): Promise<void>;
  /** Puts a value there that is known already, such as the answer to a change. */
  set(value: T): void;
}

/**
 * To be called while a component is made. Loads at once, and again whenever a reactive value has
 * changed that `load` reads before its first `await`.
 */
export function resource<T>(load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  let value = $state.raw<T>();
  let loading = $state(true);
  let cause = $state.raw<unknown>();
  let running: AbortController | undefined;

  async function reload() {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    // Only what `load` reads shall make it run again.
    untrack(() => (loading = true));
    try {
      const loaded = await load(mine.signal);
      if (running !== mine) return;
      value = loaded;
      cause = undefined;
    } catch (error) {
      if (running !== mine || isCancelled(error)) return;
      cause = error;
    }
    loading = false;
  }

  $effect(() => {
    void reload();
    return () => running?.abort();
  });

  return {
    get value() { return value; },
    get loading() { return loading; },
    get error() { return cause === undefined ? undefined : explain(cause); },
    get cause() { return cause; },
    reload,
    set(next: T) {
      running?.abort();
      running = undefined;
      value = next;
      cause = undefined;
      loading = false;
    },
  };
}
