/**
 * Texts that are not saved yet, kept by the browser on this device: one for each item (or new item) in each window, so
 * that two windows do not write over each other. Whoever comes back is offered the newest of their own that no open
 * window holds. What somebody else has left on this device is neither shown nor touched.
 */

/** A request for a new item: what is asked under its key is never put otherwise, or it would be another one. */
export interface Creating<T> {
  key: string;
  value: T;
  /** As it was sent; absent in drafts of before it was kept. */
  body?: object;
}

export interface LocalDraft<T> {
  /** Of the item, or of the new item. */
  item: string;
  /** The window that has kept it. */
  tab: string;
  /** Whose words they are; null for those of before it was written down. */
  account: string | null;
  value: T;
  /** The version it was made from; null for what the server has never seen. */
  etag: string | null;
  /** The item as it was loaded, so that a merge can tell who changed what. */
  base: T | null;
  kept_at: string;
  /** A new item that was sent and perhaps made: the answer did not come. */
  creating?: Creating<T> | null;
  /** A change that was sent and perhaps made: the answer did not come. */
  unanswered?: T | null;
}

/** As it lies in the store. Before there were windows, the key was that of the item; before there were accounts, it told nobody. */
type Record<T> = Partial<LocalDraft<T>> & Pick<LocalDraft<T>, "value" | "etag" | "base" | "kept_at"> & { key: string };

const NAME = "folia-drafts";
const STORE = "drafts";
const keyOf = (item: string, tab: string): string => `${item}#${tab}`;

/**
 * The newest draft of an item that is this account's (or may be: of some nobody knows) and held by no open window. However
 * old it is: a clock may have been wrong, and words are thrown away by people alone.
 */
export function newest<T>(item: string, account: string, records: readonly Record<T>[], isOpen: (tab: string) => boolean): Record<T> | null {
  const mine = records.filter((record) => (record.item ?? record.key) === item && (record.account ?? account) === account);
  const offered = mine.filter((record) => !(record.tab !== undefined && isOpen(record.tab)));
  return offered.reduce<Record<T> | null>((found, record) => (found === null || Date.parse(record.kept_at) > Date.parse(found.kept_at) ? record : found), null);
}

/** A store that does not answer (some browsers know such days) keeps nobody from opening and saving. */
const PATIENCE = 4_000;
let isSilent = false;

function inTime<R>(work: Promise<R>): Promise<R> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => {
      isSilent = true;
      failed(new Error("this device does not answer"));
    }, isSilent ? PATIENCE / 40 : PATIENCE);
    work.then((answer) => {
      isSilent = false;
      done(answer);
    }, failed).finally(() => clearTimeout(timer));
  });
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

function inStore<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
  return inTime(transact(mode, act));
}

async function transact<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
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
export async function findDraft<T>(item: string, account: string, isOpen: (tab: string) => boolean): Promise<(LocalDraft<T> & { key: string }) | null> {
  const range = IDBKeyRange.bound(item, `${item}#\uffff`);
  const records = (await inStore("readonly", (store) => store.getAll(range)).catch(() => [])) as Record<T>[];
  const draft = newest(item, account, records, isOpen);
  return draft === null ? null : { item, tab: "", account: null, ...draft };
}

/** All that lie here, of whomever. */
export async function listDrafts<T>(): Promise<Record<T>[]> {
  return (await inStore("readonly", (store) => store.getAll())) as Record<T>[];
}

export async function forgetDraft(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

export async function getDraft<T>(key: string): Promise<(LocalDraft<T> & { key: string }) | null> {
  return ((await inStore("readonly", (store) => store.get(key))) as (LocalDraft<T> & { key: string }) | undefined) ?? null;
}

export function draftKey(item: string, tab: string): string {
  return keyOf(item, tab);
}
