/** Texts that are not saved yet, kept by the browser on this device: one for each item, and one for each new item. */

export interface LocalDraft<T> {
  key: string;
  value: T;
  /** The version it was made from; null for what the server has never seen. */
  etag: string | null;
  /** The item as it was loaded, so that a merge can tell who changed what. */
  base: T | null;
  kept_at: string;
}

const NAME = "folia-drafts";
const STORE = "drafts";
/** What nobody came back for. */
const LIFE = 90 * 24 * 60 * 60 * 1000;

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
  await inStore("readwrite", (store) => store.put(draft));
}

export async function findDraft<T>(key: string): Promise<LocalDraft<T> | null> {
  const found = (await inStore("readonly", (store) => store.get(key)).catch(() => undefined)) as LocalDraft<T> | undefined;
  if (found === undefined) return null;
  if (Date.now() - Date.parse(found.kept_at) < LIFE) return found;
  await forgetDraft(key);
  return null;
}

export async function forgetDraft(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}
