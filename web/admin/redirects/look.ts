/** Asks where an address goes: the lists of the service first, then the address itself, as a visitor would. */
import { api, ProblemError } from "../http/client.ts";
import { serviceNow } from "../http/clock.ts";
import { visitorsFind, type Visited } from "../http/visitor.ts";
import { type Destination, hiddenAs, isElsewhere, ownDestination, redirectFrom, resolvedPath, shown } from "./destination.ts";

const PAGE = 500;

export async function lookUp(path: string, signal: AbortSignal): Promise<Destination> {
  if (path === "/") return { status: 200, path: "/", title: "the start page", hidden: null };
  return (await amongRedirects(path, signal)) ?? (await amongPages(path, signal)) ?? ownDestination(await visitorsFind(path, signal));
}

/** From their list: asking for the address itself would count as a visit. */
async function amongRedirects(path: string, signal: AbortSignal): Promise<Destination | null> {
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await api.getRedirects({ query: { limit: PAGE, offset }, signal });
    const redirect = redirectFrom(data.items, path);
    if (redirect) return { status: 301, path: shown(redirect.new_path), redirect, isElsewhere: isElsewhere(redirect.new_path) };
    if (offset + data.items.length >= data.total || data.items.length === 0) return null;
  }
}

async function amongPages(path: string, signal: AbortSignal): Promise<Destination | null> {
  try {
    const { data, redirectedTo } = await api.getSectionsResolvePathByFullPath({ full_path: path.slice(1).toLowerCase(), signal });
    const moved = redirectedTo === null ? null : resolvedPath(redirectedTo);
    if (moved !== null && shown(moved) !== path) return { status: 301, path: shown(moved), redirect: null, isElsewhere: false };
    const found = data.content_item ?? data.section;
    // Its sections may be drafts, too, and those are not in the answer: a visitor knows.
    const visited: Visited = await visitorsFind(shown(data.path), signal);
    return { status: 200, path: shown(data.path), title: found?.title ?? "", hidden: visited.status === 404 ? hiddenAs(found, serviceNow()) : null };
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
