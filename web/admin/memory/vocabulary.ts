/** The words of the memory, in the order in which they are shown. They are the service's own. */
import type { ChunkType, Mode, Purpose, Source } from "../../api/client.gen.ts";

export const SOURCES: readonly Source[] = ["resume", "blog", "opinion", "conversation", "voice_feedback"];
export const CHUNK_TYPES: readonly ChunkType[] = [
  "achievement", "role_summary", "skill_context", "education", "meta", "voice_example", "anti_pattern",
];
export const PURPOSES: readonly Purpose[] = ["facts", "personality", "strategy"];
export const MODES: readonly Mode[] = ["hybrid", "vector", "keyword"];

/** `anti_pattern` is written with a hyphen, the others with a blank. */
export function spoken(word: string): string {
  return word === "anti_pattern" ? "anti-pattern" : word.replaceAll("_", " ");
}

export const MODE_NAMES: Record<Mode, string> = { hybrid: "Hybrid", vector: "Meaning", keyword: "Words" };
