/** "Where does this address go?": from what was typed to a path, and from the service's answer to a sentence. */
import type { Redirect } from "../../api/client.gen.ts";

export type Destination =
  | { status: 200; path: string; title: string; isDraft: boolean }
  | { status: 301; path: string; redirect: Redirect | null; isElsewhere: boolean }
  | { status: 404 };

/** The path that somebody means: a whole address of this site, a path, or a path without its slash. Null for another site. */
export function typedPath(typed: string, origin: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `/${text.replace(/^\/+/, "")}`, origin);
  } catch {
    return null;
  }
  if (url.origin !== new URL(origin).origin) return null;
  const path = decode(url.pathname).toLowerCase().replaceAll(/\/{2,}/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** As people write an address of this site: with its slash in front. */
export function shown(path: string): string {
  return /^(https?:|mailto:|\/)/.test(path) ? path : `/${path}`;
}

export function isElsewhere(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(path);
}

/** The redirect from a path, whichever way either is written. */
export function redirectFrom(redirects: readonly Redirect[], path: string): Redirect | null {
  const plain = (given: string): string => given.replace(/^\//, "").toLowerCase();
  return redirects.find((redirect) => plain(redirect.old_path) === plain(path)) ?? null;
}

/** The path inside the address that answered in the end, or null when it is none of that route. */
export function resolvedPath(address: string): string | null {
  const [, path] = /\/sections\/resolve-path\/([^?#]*)/.exec(address) ?? [];
  return path === undefined ? null : decode(path).replaceAll("%2F", "/");
}
