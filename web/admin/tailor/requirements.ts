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
}

export interface AskedGroup {
  level: Level;
  title: string;
  answered: number;
  asked: Asked[];
}

const TITLES: Record<Level, string> = { must: "Asked for", nice: "Nice to have" };

export function askedGroups(analysis: Analysis, shown: readonly Block[]): AskedGroup[] {
  const levels: Level[] = ["must", "nice"];
  return levels
    .map((level) => {
      const asked = analysis.requirements.filter((requirement) => requirement.level === level).map((requirement) => {
        const found = requirement.answered_by.map((path) => lineAt(shown, path)).filter((line) => line !== null);
        const lines = [...new Set(found.map(({ line }) => line.id))];
        return { text: requirement.text, level, lines, answer: answer(found) };
      });
      return { level, title: TITLES[level], answered: asked.filter(({ lines }) => lines.length > 0).length, asked };
    })
    .filter((group) => group.asked.length > 0);
}

export function fitSentence(groups: readonly AskedGroup[]): string {
  const all = groups.reduce((sum, group) => sum + group.asked.length, 0);
  const answered = groups.reduce((sum, group) => sum + group.answered, 0);
  return all === 0 ? "The job's text asks for nothing that could be read" : `${answered} of ${all} requirements answered from your sources`;
}

export function gaps(groups: readonly AskedGroup[]): Asked[] {
  return groups.flatMap((group) => group.asked).filter(({ lines }) => lines.length === 0);
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
