// Which screen an address means. A pattern is a path below `/admin`: `/media/:id?` has an optional
// last part, `/content/:type/:id` two that must be there. The pattern with the most fixed parts wins.

export interface Pattern {
  path: string;
}

export interface Match<S extends Pattern> {
  screen: S;
  params: Record<string, string>;
}

export const BASE = "/admin";

export function match<S extends Pattern>(screens: readonly S[], path: string): Match<S> | null {
  const parts = split(path);
  let best: (Match<S> & { fixed: number }) | null = null;
  for (const screen of screens) {
    const found = compare(split(screen.path), parts);
    if (found !== null && (best === null || found.fixed > best.fixed)) best = { screen, ...found };
  }
  return best === null ? null : { screen: best.screen, params: best.params };
}

function compare(pattern: string[], parts: string[]): { params: Record<string, string>; fixed: number } | null {
  if (parts.length > pattern.length) return null;
  const params: Record<string, string> = {};
  let fixed = 0;
  for (const [index, expected] of pattern.entries()) {
    const given = parts[index];
    if (expected.startsWith(":")) {
      if (given === undefined && !expected.endsWith("?")) return null;
      const value = given === undefined ? null : decode(given);
      if (given !== undefined && value === null) return null;
      if (value !== null) params[expected.replace(/^:|\?$/g, "")] = value;
    } else {
      if (given !== expected) return null;
      fixed += 1;
    }
  }
  return { params, fixed };
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The path below `/admin`, or null for an address that is none of the admin area. */
export function below(pathname: string): string | null {
  if (pathname === BASE) return "/";
  return pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : null;
}

/** The whole address of a screen's path. */
export function address(path: string): string {
  return BASE + (path === "/" ? "" : path);
}
