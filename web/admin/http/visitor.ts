/** What somebody finds at an address of this site who is not signed in. The service is asked, so that nobody here has to know its pages by heart. */
export interface Visited {
  status: number;
  /** Where it led to in the end, as a path. */
  path: string;
  /** Whether that is another address than the one that was asked for. */
  hasMoved: boolean;
}

/** Only the head is asked for: that counts neither as a visit nor as an address that was asked for in vain. */
export async function visitorsFind(path: string, signal?: AbortSignal): Promise<Visited> {
  const answer = await fetch(path.split("/").map(encodeURIComponent).join("/"), { method: "HEAD", credentials: "omit", cache: "no-store", ...(signal ? { signal } : {}) });
  return { status: answer.status, path: decoded(new URL(answer.url).pathname), hasMoved: answer.redirected };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
