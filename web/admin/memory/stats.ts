/** Counts of chunks as bars: every word of the vocabulary has one, also at 0. */
import type { ChunkStats } from "../../api/client.gen.ts";
import { CHUNK_TYPES, PURPOSES, SOURCES, spoken } from "./vocabulary.ts";

export interface Bar {
  name: string;
  /** As people read it. */
  label: string;
  count: number;
  /** 0 to 100, of the longest bar of its group. */
  share: number;
}

export interface BarGroup {
  title: string;
  /** Which filter of the table its words are values of. */
  filter: "source" | "kind" | "purpose";
  bars: Bar[];
}

export function barGroups(stats: ChunkStats): BarGroup[] {
  return [
    { title: "Source", filter: "source", bars: bars(SOURCES, stats.by_source) },
    { title: "Kind", filter: "kind", bars: bars(CHUNK_TYPES, stats.by_chunk_type) },
    { title: "Purpose", filter: "purpose", bars: bars(PURPOSES, stats.by_purpose) },
  ];
}

/** In the order of the vocabulary, then whatever the service counts besides. */
export function bars(words: readonly string[], counts: Record<string, unknown>): Bar[] {
  const names = [...words, ...Object.keys(counts).filter((name) => !words.includes(name))];
  const numbers = names.map((name) => whole(counts[name]));
  const most = Math.max(1, ...numbers);
  return names.map((name, index) => {
    const count = numbers[index] ?? 0;
    // A count that is not 0 stays visible beside a large one.
    const share = count === 0 ? 0 : Math.max(1, (count / most) * 100);
    return { name, label: spoken(name), count, share };
  });
}

function whole(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
