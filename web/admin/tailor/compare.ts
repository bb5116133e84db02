/** The resume a result was made from beside the result, line by line. */
import type { Chunk, Statement } from "../../api/client.gen.ts";
import { type Block, blocks, type Line, sectionTitle, statementsOf } from "./lines.ts";

export interface Row {
  before: Line | null;
  after: Line | null;
}

export interface RowBlock {
  section: string;
  title: string;
  rows: Row[];
}

/** Where in the resume each statement comes from, by the chunks it rests on. */
export function origins(statements: readonly Statement[], chunks: ReadonlyMap<string, Chunk>, resumeId: string, original: Record<string, unknown>): Map<string, string> {
  const known = new Map(statementsOf(original).map((statement) => [statement.path, statement.text]));
  const found = new Map<string, string>();
  for (const statement of statements) {
    for (const { chunk_id } of statement.receipts) {
      const chunk = chunks.get(chunk_id);
      const place = chunk?.metadata["path"];
      if (chunk?.origin?.id !== resumeId || typeof place !== "string") continue;
      const path = placeOf(statement, place, known);
      if (path !== null) {
        found.set(statement.path, path);
        break;
      }
    }
  }
  return found;
}

/** A chunk stands for a whole entry or for one line of it; the statement's own member tells which text is meant. */
function placeOf(statement: Statement, place: string, known: ReadonlyMap<string, string>): string | null {
  if (known.has(place)) return place;
  const tail = statement.path.split("/").slice(statement.path.startsWith("basics/") ? 1 : 2);
  const direct = `${place}/${tail.join("/")}`;
  const below = [...known].filter(([path]) => path.startsWith(`${place}/`));
  const same = below.find(([, text]) => text === statement.text);
  return same?.[0] ?? (known.has(direct) ? direct : null);
}

/** Both as blocks of rows: in the order of the result, then what was left out of it. */
export function compare(statements: readonly Statement[], original: Record<string, unknown>, from: ReadonlyMap<string, string>): RowBlock[] {
  const before = blocks(statementsOf(original));
  const after = blocks(statements);
  const lines = before.flatMap((block) => block.lines);
  const used = new Set<string>();
  const partner = (line: Line): Line | null => {
    const places = line.paths.map((path) => from.get(path)).filter((path) => path !== undefined);
    const match = lines.find((candidate) => !used.has(candidate.id) && candidate.paths.some((path) => places.includes(path)));
    if (match) used.add(match.id);
    return match ?? null;
  };
  const paired: [Block, Row[]][] = after.map((block) => [block, block.lines.map((line) => ({ before: partner(line), after: line }))]);
  const left = (section: string): Row[] =>
    (before.find((block) => block.section === section)?.lines ?? []).filter((line) => !used.has(line.id)).map((line) => ({ before: line, after: null }));
  const out = paired.map(([block, rows]) => ({ section: block.section, title: block.title, rows: [...rows, ...left(block.section)] }));
  for (const block of before) {
    if (after.some((other) => other.section === block.section)) continue;
    out.push({ section: block.section, title: sectionTitle(block.section), rows: left(block.section) });
  }
  return out.filter((block) => block.rows.length > 0);
}

export function leftOut(rows: readonly RowBlock[]): Line[] {
  return rows.flatMap((block) => block.rows).filter((row) => row.after === null).map((row) => row.before).filter((line) => line !== null);
}
