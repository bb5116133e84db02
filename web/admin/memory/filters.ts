/** What the table of chunks shows, kept in the address so that it can be shared and reloaded. */
import type { ChunkType, Purpose, Source } from "../../api/client.gen.ts";
import { CHUNK_TYPES, PURPOSES, SOURCES } from "./vocabulary.ts";

export interface ChunkFilters {
  source: Source | null;
  chunk_type: ChunkType | null;
  purpose: Purpose | null;
  q: string;
  /** From 1. */
  page: number;
  size: number;
}

export const SIZES = [12, 25, 100] as const;
const USUAL_SIZE = 25;
/** What the service looks for at most. */
const LONGEST_QUERY = 200;

export function readFilters(query: URLSearchParams): ChunkFilters {
  const size = Number(query.get("size"));
  return {
    source: known(SOURCES, query.get("source")),
    chunk_type: known(CHUNK_TYPES, query.get("kind")),
    purpose: known(PURPOSES, query.get("purpose")),
    q: (query.get("q") ?? "").slice(0, LONGEST_QUERY),
    page: positive(query.get("page")),
    size: SIZES.find((offered) => offered === size) ?? USUAL_SIZE,
  };
}

/** The query of an address; what is usual is left out. */
export function writeFilters(filters: ChunkFilters): string {
  const query = new URLSearchParams();
  if (filters.source !== null) query.set("source", filters.source);
  if (filters.chunk_type !== null) query.set("kind", filters.chunk_type);
  if (filters.purpose !== null) query.set("purpose", filters.purpose);
  if (filters.q.trim() !== "") query.set("q", filters.q);
  if (filters.page > 1) query.set("page", String(filters.page));
  if (filters.size !== USUAL_SIZE) query.set("size", String(filters.size));
  return query.toString();
}

/** A change of any filter begins at the first page again. */
export function withFilter(filters: ChunkFilters, change: Partial<ChunkFilters>): ChunkFilters {
  return { ...filters, page: 1, ...change };
}

export function isFiltered(filters: ChunkFilters): boolean {
  return filters.source !== null || filters.chunk_type !== null || filters.purpose !== null || filters.q.trim() !== "";
}

/** What is asked of the service. */
export function listQuery(filters: ChunkFilters): {
  source?: Source; chunk_type?: ChunkType; purpose?: Purpose; q?: string; limit: number; offset: number;
} {
  return {
    ...(filters.source === null ? {} : { source: filters.source }),
    ...(filters.chunk_type === null ? {} : { chunk_type: filters.chunk_type }),
    ...(filters.purpose === null ? {} : { purpose: filters.purpose }),
    ...(filters.q.trim() === "" ? {} : { q: filters.q.trim() }),
    limit: filters.size,
    offset: (filters.page - 1) * filters.size,
  };
}

function known<T extends string>(words: readonly T[], given: string | null): T | null {
  return words.find((word) => word === given) ?? null;
}

function positive(given: string | null): number {
  const number = Number(given);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}
