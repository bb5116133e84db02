/** What is saved when the owner says what a result sounds like. */
import type { Chunk, Statement, Tailoring, VoiceFeedback, VoiceFeedbackCreate } from "../../api/client.gen.ts";
import { type Block, blocks, type Line } from "./lines.ts";

/** As many characters as the service takes, counted as it counts them. */
export const LONGEST_TEXT = 8000;
export const LONGEST_NOTE = 2000;

type Reviewed = Pick<Tailoring, "statements" | "job_description">;
type Judged = Reviewed & Pick<Tailoring, "proposals" | "created_at">;

/** One approved example for each section of the resume; a section that is too long becomes several. */
export function approval(tailoring: Reviewed): VoiceFeedbackCreate[] {
  return blocks(tailoring.statements).flatMap((block) =>
    parts(plain(block)).map((text) => ({
      original_text: text, feedback_type: "approved" as const, job_context: tailoring.job_description, section_type: block.section,
    })),
  );
}

/** The output as a whole, as something not to imitate. */
export function rejection(tailoring: Reviewed): VoiceFeedbackCreate[] {
  return parts(wholeText(tailoring)).map((text) => ({
    original_text: text, feedback_type: "rejected", job_context: tailoring.job_description, section_type: "resume",
  }));
}

type Said = Pick<VoiceFeedbackCreate, "feedback_type" | "original_text" | "job_context" | "section_type">;
const same = (entry: Said, known: Said): boolean => known.feedback_type === entry.feedback_type && known.original_text === entry.original_text && known.job_context === entry.job_context && (known.section_type ?? null) === (entry.section_type ?? null);

/** What of it was not said yet: saying the same twice would count twice. */
export function unsaid<T extends Said>(entries: readonly T[], known: readonly Said[]): T[] {
  return entries.filter((entry) => !known.some((each) => same(entry, each)));
}

/** What was said of it, however often. */
export function saidAlready(entries: readonly VoiceFeedbackCreate[], known: readonly VoiceFeedback[]): VoiceFeedback[] {
  return known.filter((each) => entries.some((entry) => same(entry, each)));
}

/**
 * What was said of this result as a whole, also of words that it had before a line was written anew or a proposal
 * accepted: all its lines are the result's, or were.
 */
export function verdicts(tailoring: Judged, known: readonly VoiceFeedback[]): VoiceFeedback[] {
  const ofJob = known.filter(({ job_context, created_at }) => job_context === tailoring.job_description && created_at >= tailoring.created_at);
  const lines = new Set([...rejection(tailoring), ...approval(tailoring)].flatMap(({ original_text }) => original_text.split("\n")));
  const worded = ofJob.filter(({ feedback_type }) => feedback_type === "edited").flatMap(({ original_text, final_text }) => [original_text, final_text ?? ""]);
  const proposed = tailoring.proposals.flatMap(({ text, source }) => [text, source.text]);
  const earlier = [...worded, ...proposed].filter((text) => text.trim() !== "");
  const isOurs = (line: string): boolean => line.trim() === "" || lines.has(line) || earlier.some((text) => line.includes(text));
  return ofJob.filter(
    ({ feedback_type, original_text, final_text, source_text }) =>
      (feedback_type === "approved" || feedback_type === "rejected") && (final_text ?? null) === null && (source_text ?? null) === null && original_text.split("\n").every(isOurs),
  );
}

/** An entry that was taken back, to be said once more. */
export function sayAgain({ original_text, final_text, feedback_type, job_context, note, section_type, source_text }: VoiceFeedback): VoiceFeedbackCreate {
  return { original_text, final_text, feedback_type, job_context, note, section_type, source_text };
}

/** With its note: one line when one was chosen, else the whole output. */
export function flag(tailoring: Reviewed, note: string, line: Line | null): VoiceFeedbackCreate[] {
  const texts = line === null ? parts(wholeText(tailoring)) : [line.text];
  const section = line === null ? "resume" : (line.id.split("/")[0] ?? "resume");
  return texts.map((text) => ({
    original_text: text, feedback_type: "flagged", job_context: tailoring.job_description, note: note.trim(), section_type: section,
  }));
}

/** A line in the owner's own words. It is saved for the fact that the line says, so that it is used from then on. */
export function edit(tailoring: Reviewed, line: Line, text: string, chunks: ReadonlyMap<string, Chunk>): VoiceFeedbackCreate {
  const statement = tailoring.statements.find(({ path }) => path === line.id);
  const source = statement === undefined ? null : sourceText(statement, chunks);
  return {
    original_text: line.text,
    final_text: text.trim(),
    feedback_type: "edited",
    job_context: tailoring.job_description,
    section_type: line.id.split("/")[0] ?? null,
    ...(source === null || source === line.text ? {} : { source_text: source }),
  };
}

/** The owner's words that a statement rests on: of one source, the parts that carry it. */
export function sourceText(statement: Statement, chunks: ReadonlyMap<string, Chunk>): string | null {
  const [receipt, second] = statement.receipts;
  const chunk = receipt && !second ? chunks.get(receipt.chunk_id) : undefined;
  if (receipt === undefined || chunk === undefined) return null;
  if (receipt.spans.length === 0) return chunk.text;
  // Positions are counted in characters, not in the units of a script's strings.
  const letters = [...chunk.text];
  return receipt.spans.map(({ start, end }) => letters.slice(start, end).join("")).join(" ");
}

function plain(block: Block): string {
  return block.lines.map((line) => [line.role === "bullet" ? `- ${line.text}` : line.text, line.aside].filter((part) => part !== "").join(" ")).join("\n");
}

function wholeText(tailoring: Reviewed): string {
  return blocks(tailoring.statements).map((block) => [block.title, plain(block)].filter((part) => part !== "").join("\n")).join("\n\n");
}

/** A text in as few parts as fit, cut between lines where there is a line to cut at. */
export function parts(text: string, longest = LONGEST_TEXT): string[] {
  const out: string[] = [];
  let part: string[] = [];
  const length = (lines: string[]): number => [...lines.join("\n")].length;
  const close = (): void => {
    const whole = part.join("\n").trim();
    if (whole !== "") out.push(whole);
    part = [];
  };
  for (const line of text.split("\n").flatMap((whole) => pieces(whole, longest))) {
    if (length([...part, line]) > longest) close();
    part.push(line);
  }
  close();
  return out;
}

function pieces(line: string, longest: number): string[] {
  const letters = [...line];
  if (letters.length <= longest) return [line];
  return Array.from({ length: Math.ceil(letters.length / longest) }, (_, index) => letters.slice(index * longest, (index + 1) * longest).join(""));
}
