/** "Where does this address go?": from what was typed to a path, and from the service's answer to a sentence. */
import type { Redirect } from "../../api/client.gen.ts";
import { fieldErrors, ProblemError } from "../http/client.ts";
import type { Visited } from "../http/visitor.ts";

/** Why visitors do not find what is there: it is a draft, it comes later, or a section above it is a draft. */
export type Hidden = "draft" | "later" | "below";

export type Destination =
  | { status: 200; path: string; title: string; hidden: Hidden | null }
  /** A page or file of the service itself; `isClosed` for those that ask visitors to sign in. */
  | { status: "own"; path: string; isClosed: boolean }
  | { status: 301; path: string; redirect: Redirect | null; isElsewhere: boolean }
  | { status: 404 };

/** Without the name of this site in front, which is there when an address was copied from the bar of a browser. */
export function withoutOrigin(typed: string, origin: string): string {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  return url.host === new URL(origin).host ? url.pathname + url.search + url.hash : text;
}

/** The path that somebody means: a whole address of this site, a path, or a path without its slash. Null for another site. */
export function typedPath(typed: string, origin: string): string | null {
  const text = withoutOrigin(typed, origin);
  if (text === "") return null;
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `/${text.replace(/^\/+/, "")}`;
  if (!URL.canParse(given, origin)) return null;
  const url = new URL(given, origin);
  if (url.origin !== new URL(origin).origin) return null;
  const path = decode(url.pathname).replaceAll(/\/{2,}/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** What the service itself has at an address, from what a visitor is answered there. */
export function ownDestination({ status, path, hasMoved }: Visited): Destination {
  if (status === 404 || status === 410) return { status: 404 };
  if (hasMoved) return { status: 301, path, redirect: null, isElsewhere: false };
  return { status: "own", path, isClosed: status === 401 || status === 403 };
}

/** Why visitors do not find it. */
export function hiddenAs(found: { is_published: boolean; published_at?: string | null } | null | undefined, now: Date): Hidden {
  if (found?.is_published === false) return "draft";
  return found?.published_at != null && Date.parse(found.published_at) > now.getTime() ? "later" : "below";
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

/** What is wrong with a redirect, by field. What stands in its way stands at its old address. */
export function refusalOf(error: unknown): Record<string, string> {
  if (error instanceof ProblemError && error.code === "conflict") return { old_path: "must be one where nothing is: something is there, so that a redirect would never be followed" };
  if (error instanceof ProblemError && error.code === "taken") return { old_path: "has a redirect already" };
  return fieldErrors(error);
}
