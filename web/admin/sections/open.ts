// Which sections of the tree are open, kept in this browser.
const KEY = "folia-admin-open-sections";
const MOST = 2_000;

export function loadOpen(storage: Pick<Storage, "getItem"> = localStorage): Set<string> | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    return Array.isArray(kept) ? new Set(kept.filter((id) => typeof id === "string")) : null;
  } catch {
    return null;
  }
}

export function saveOpen(open: ReadonlySet<string>, storage: Pick<Storage, "setItem"> = localStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify([...open].slice(0, MOST)));
  } catch {
    // Nothing depends on it.
  }
}
