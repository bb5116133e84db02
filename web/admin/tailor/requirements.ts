/** What the job asks for, with what answers it. */
import type { Analysis, Level } from "../../api/client.gen.ts";
import type { Block, Line } from "./lines.ts";

export interface Asked {
  text: string;
  level: Level;
  /** Ids of lines that answer it, the best first; none is a gap. */
  lines: string[];
  /** The first words of what answers it, or the name of the list it is in. */
  answer: string;
  /** Names that it asks for beside each other, of which the resume has some and not others; null where that cannot be said. */
  partly: Partly | null;
  /** Its owner has said that they have not: it stays a gap, and is not asked about again. */
  lacking: boolean;
}

export interface Partly {
  there: string[];
  missing: string[];
}

export interface AskedGroup {
  level: Level;
  title: string;
  /** As a whole; those that are answered in part are counted apart. */
  answered: number;
  partly: number;
  asked: Asked[];
}

const TITLES: Record<Level, string> = { must: "Asked for", nice: "Nice to have" };

export function askedGroups(analysis: Analysis, shown: readonly Block[], lacking: readonly string[] = []): AskedGroup[] {
  const levels: Level[] = ["must", "nice"];
  const words = shown.flatMap((block) => [block.title, ...block.lines.flatMap((line) => [line.text, line.aside])]).join("\n");
  return levels
    .map((level) => {
      const asked = analysis.requirements.filter((requirement) => requirement.level === level).map((requirement) => {
        const found = requirement.answered_by.map((path) => lineAt(shown, path)).filter((line) => line !== null);
        const lines = [...new Set(found.map(({ line }) => line.id))];
        const partly = lines.length === 0 ? null : partlyIn(requirement, words);
        return { text: requirement.text, level, lines, answer: answer(found), partly, lacking: lines.length === 0 && lacking.includes(requirement.text) };
      });
      const inPart = asked.filter(({ partly }) => partly !== null).length;
      return { level, title: TITLES[level], answered: asked.filter(({ lines }) => lines.length > 0).length - inPart, partly: inPart, asked };
    })
    .filter((group) => group.asked.length > 0);
}

export function fitSentence(groups: readonly AskedGroup[]): string {
  const sum = (count: (group: AskedGroup) => number): number => groups.reduce((all, group) => all + count(group), 0);
  const all = sum((group) => group.asked.length);
  if (all === 0) return "The job's text asks for nothing that could be read";
  const partly = sum((group) => group.partly);
  return `${sum((group) => group.answered)} of ${all} requirements answered from your sources${partly > 0 ? `, ${partly} partly` : ""}`;
}

/** "4 of 6", "4 of 6, 1 partly". */
export function countOf(group: AskedGroup): string {
  return `${group.answered} of ${group.asked.length}${group.partly > 0 ? `, ${group.partly} partly` : ""}`;
}

/** "Kafka is there; Flink and Spark are not." */
export function partlySaid({ there, missing }: Partly): string {
  const list = (names: string[]): string => (names.length <= 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
  const verb = (names: string[]): string => (names.length === 1 ? "is" : "are");
  return `${list(there)} ${verb(there)} there; ${list(missing)} ${verb(missing)} not.`;
}

/** Gaps that can still be asked about. */
export function gaps(groups: readonly AskedGroup[]): Asked[] {
  return groups.flatMap((group) => group.asked).filter(({ lines, lacking }) => lines.length === 0 && !lacking);
}

function lineAt(shown: readonly Block[], path: string): { block: Block; line: Line } | null {
  for (const block of shown) {
    const line = block.lines.find((candidate) => candidate.paths.includes(path));
    if (line) return { block, line };
  }
  return null;
}

function answer(found: { block: Block; line: Line }[]): string {
  const parts = found.map(({ block, line }) => (line.role === "bullet" || line.role === "text" ? (block.section === "skills" ? block.title : quoted(line.text)) : block.title || quoted(line.text)));
  return [...new Set(parts)].slice(0, 2).join(", ");
}

function quoted(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= 3 ? `“${text}”` : `“${words.slice(0, 3).join(" ").replace(/[,;:.]$/, "")}…”`;
}

/** Words by which a job says that one of several will do. */
const ONE_WILL_DO = /\b(?:or|one of|any of|either|such as|like|e\.\s?g|for example|for instance|similar|equivalent|comparable|oder|z\.\s?B|wie|ou|o|eller|esim)\b|\//i;

/**
 * Which of the names that a requirement asks for the resume has. Names alone, as ordinary words are said in many ways, and
 * only where all are asked for: to call somebody's answer half of one takes more than a missing word.
 */
function partlyIn({ text, keywords }: { text: string; keywords: string[] }, words: string): Partly | null {
  const names = keywords.filter((word) => /[\p{Lu}\d+#]/u.test(word));
  if (names.length < 2 || ONE_WILL_DO.test(text)) return null;
  const there = names.filter((name) => holds(words, name));
  const missing = names.filter((name) => !holds(words, name));
  return there.length === 0 || missing.length === 0 ? null : { there, missing };
}

/** Whether a text has a name, as a word of its own. */
function holds(text: string, name: string): boolean {
  const [low, wanted] = [text.toLocaleLowerCase(), name.toLocaleLowerCase()];
  const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1)) {
    if (!isLetter(low[at - 1]) && !isLetter(low[at + wanted.length])) return true;
  }
  return false;
}
