/**
 * Texts that are not saved yet, kept by the browser on this device: one for each item (or new item) in each window, so
 * that two windows do not write over each other. Whoever comes back is offered the newest that no open window holds.
 */

export interface LocalDraft<T> {
  /** Of the item, or of the new item. */
  item: string;
  /** The window that has kept it. */
  tab: string;
  value: T;
  /** The version it was made from; null for what the server has never seen. */
  etag: string | null;
  /** The item as it was loaded, so that a merge can tell who changed what. */
  base: T | null;
  kept_at: string;
  /** A new item that was sent and perhaps made: the answer did not come. */
  creating?: { key: string; value: T } | null;
}

/** As it lies in the store. Before there were windows, the key was that of the item. */
type Record<T> = Partial<LocalDraft<T>> & Pick<LocalDraft<T>, "value" | "etag" | "base" | "kept_at"> & { key: string };

const NAME = "folia-drafts";
const STORE = "drafts";
/** What nobody came back for. */
const LIFE = 90 * 24 * 60 * 60 * 1000;

const keyOf = (item: string, tab: string): string => `${item}#${tab}`;

/** The newest draft of an item that no open window holds, and those that are too old to be offered. */
export function newest<T>(item: string, records: readonly Record<T>[], isOpen: (tab: string) => boolean, now: number): { draft: Record<T> | null; outdated: Record<T>[] } {
  const mine = records.filter((record) => (record.item ?? record.key) === item);
  const age = (record: Record<T>): number => now - Date.parse(record.kept_at);
  const offered = mine.filter((record) => age(record) < LIFE && !(record.tab !== undefined && isOpen(record.tab)));
  const draft = offered.reduce<Record<T> | null>((found, record) => (found === null || age(record) < age(found) ? record : found), null);
  return { draft, outdated: mine.filter((record) => age(record) >= LIFE) };
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function inStore<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
  const transaction = (await database()).transaction(STORE, mode);
  const request = act(transaction.objectStore(STORE));
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onerror = transaction.onabort = () => failed(transaction.error ?? request.error);
  });
}

export async function keepDraft<T>(draft: LocalDraft<T>): Promise<void> {
  await inStore("readwrite", (store) => store.put({ ...draft, key: keyOf(draft.item, draft.tab) }));
}

/** With the key under which it is forgotten. */
export async function findDraft<T>(item: string, isOpen: (tab: string) => boolean): Promise<(LocalDraft<T> & { key: string }) | null> {
  const range = IDBKeyRange.bound(item, `${item}#\uffff`);
  const records = (await inStore("readonly", (store) => store.getAll(range)).catch(() => [])) as Record<T>[];
  const { draft, outdated } = newest(item, records, isOpen, Date.now());
  for (const { key } of outdated) await forgetDraft(key).catch(() => undefined);
  return draft === null ? null : { item, tab: "", ...draft };
}

export async function forgetDraft(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

export function draftKey(item: string, tab: string): string {
  return keyOf(item, tab);
}
