import { api, ProblemError } from "../http/client.ts";
import { visitorsFind } from "../http/visitor.ts";

/** Links of a text that do not lead where they should. */
export interface LinkFaults {
  nowhere: string[];
  /** Something is there, and visitors do not see it. */
  hidden: string[];
}

/** Paths of this site that a body links to, each once. */
export function linksIn(body: string): string[] {
  const found = [...body.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)].map(([, path]) => (path ?? "").replaceAll("&amp;", "&"));
  return [...new Set(found)].filter((path) => path !== "/" && !path.startsWith("//"));
}

/** A visitor's answer counts: who is signed in finds drafts, and knows nothing of the service's own pages. */
export async function faultOf(path: string): Promise<keyof LinkFaults | null> {
  if ((await visitorsFind(decodeURI(path))).status !== 404) return null;
  try {
    await api.getSectionsResolvePathByFullPath({ full_path: path.slice(1) });
    return "hidden";
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return "nowhere";
    throw error;
  }
}
