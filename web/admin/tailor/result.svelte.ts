// One result with what stands around it: its sources, the resume it was made from, and what the
// caller has said about it already. Members see their results, but neither chunks nor resumes.
import type { Chunk, Tailoring, VoiceFeedback, VoiceFeedbackCreate } from "../../api/client.gen.ts";
import { all, api } from "../http/client.ts";
import { session } from "../shell/session.svelte.ts";
import { compare, origins, type RowBlock } from "./compare.ts";
import { approval, rejection, saidAlready, unsaid } from "./feedback.ts";
import { blocks, type Line } from "./lines.ts";
import { askedGroups } from "./requirements.ts";

export class Result {
  tailoring = $state.raw<Tailoring | null>(null);
  chunks = $state.raw<ReadonlyMap<string, Chunk>>(new Map());
  original = $state.raw<Record<string, unknown> | null>(null);
  feedback = $state.raw<VoiceFeedback[]>([]);
  /** The proposal that is being written anew, by its number. */
  rewriting = $state<number | null>(null);
  /** The line that has just got other words. */
  fresh = $state<string | null>(null);

  readonly blocks = $derived(this.tailoring === null ? [] : blocks(this.tailoring.statements));
  readonly asked = $derived(this.tailoring === null ? [] : askedGroups(this.tailoring.analysis, this.blocks, this.tailoring.lacking));
  readonly numbers = $derived(new Map((this.tailoring?.sources ?? []).map((source, index) => [source.chunk_id, index + 1])));
  readonly rows = $derived.by((): RowBlock[] | null => {
    const { tailoring, original, chunks } = this;
    if (tailoring === null || original === null || tailoring.resume_id === null) return null;
    return compare(tailoring.statements, original, origins(tailoring.statements, chunks, tailoring.resume_id, original));
  });
  /** Proposals that nobody has decided on, with their places in the service's list. */
  readonly open = $derived(
    (this.tailoring?.proposals ?? [])
      .map((proposal, number) => ({ proposal, number }))
      .filter(({ proposal }) => proposal.state === "open" && !this.isDecided(proposal.text)),
  );
  /** What its owner has said of it as a whole, and when. */
  readonly verdict = $derived.by((): { word: "Approved" | "Rejected"; at: string } | null => {
    const { tailoring, feedback } = this;
    if (tailoring === null) return null;
    const approved = approval(tailoring);
    const newest = (entries: VoiceFeedback[]): string => entries.reduce((last, entry) => (entry.created_at > last ? entry.created_at : last), "");
    if (approved.length > 0 && unsaid(approved, feedback).length === 0) return { word: "Approved", at: newest(saidAlready(approved, feedback)) };
    const rejected = saidAlready(rejection(tailoring), feedback);
    return rejected.length > 0 ? { word: "Rejected", at: newest(rejected) } : null;
  });

  async load(id: string, signal: AbortSignal): Promise<void> {
    this.tailoring = (await api.getTailoringsById({ id, signal })).data;
    // What stands around it may be missing: a resume that was deleted, a chunk that was written anew.
    await Promise.allSettled([this.loadFeedback(signal), this.loadSources(signal), this.loadOriginal(signal)]);
  }

  async loadFeedback(signal?: AbortSignal): Promise<void> {
    this.feedback = await all(async (offset) => (await api.getVoiceFeedback({ query: { limit: 500, offset }, ...(signal ? { signal } : {}) })).data);
  }

  /** Sends entries one after the other and gives back what they became. */
  async say(entries: VoiceFeedbackCreate[]): Promise<VoiceFeedback[]> {
    const said: VoiceFeedback[] = [];
    for (const body of entries) said.push((await api.postVoiceFeedback({ body })).data);
    await this.loadFeedback();
    return said;
  }

  async takeBack(entries: readonly VoiceFeedback[]): Promise<void> {
    for (const { id } of entries) await api.deleteVoiceFeedbackById({ id });
    await this.loadFeedback();
  }

  async accept(number: number): Promise<void> {
    this.tailoring = (await api.postTailoringsByIdProposalsByNAccept({ id: this.id, n: String(number) })).data;
    await this.loadFeedback();
  }

  async reopen(number: number): Promise<void> {
    this.tailoring = (await api.postTailoringsByIdProposalsByNReopen({ id: this.id, n: String(number) })).data;
    await this.loadFeedback();
  }

  /** Says a line otherwise. */
  async word(path: string, text: string): Promise<void> {
    this.tailoring = (await api.putTailoringsById({ id: this.id, body: { lines: [{ path, text }] } })).data;
    await this.loadFeedback();
  }

  /** Which requirements of the job its owner has not. */
  async lack(lacking: string[]): Promise<void> {
    this.tailoring = (await api.putTailoringsById({ id: this.id, body: { lacking } })).data;
  }

  /** The line that a place of the document belongs to. */
  lineAt(path: string): Line | null {
    return this.blocks.flatMap((block) => block.lines).find((line) => line.paths.includes(path)) ?? null;
  }

  private get id(): string {
    return this.tailoring?.id ?? "";
  }

  /** Whether the owner has refused the words of a proposal, or written them anew. */
  isDecided(text: string): boolean {
    return this.feedback.some((entry) => (entry.feedback_type === "rejected" || entry.feedback_type === "edited") && entry.original_text === text);
  }

  /** When a wording was approved by the caller; null where nobody knows. */
  approvedLine(text: string): string | null {
    const isIt = (entry: VoiceFeedback): boolean => (entry.feedback_type === "approved" && entry.original_text === text) || (entry.feedback_type === "edited" && entry.final_text === text);
    return this.feedback.find(isIt)?.created_at ?? null;
  }

  /** The owner's own words for a line that were saved after this result was made. */
  rewording(text: string): VoiceFeedback | null {
    const job = this.tailoring?.job_description;
    return this.feedback.find((entry) => entry.feedback_type === "edited" && entry.original_text === text && entry.job_context === job) ?? null;
  }

  private async loadSources(signal: AbortSignal): Promise<void> {
    if (!session.isAdmin || this.tailoring === null) return;
    const wanted = new Set([...this.tailoring.sources.map((source) => source.chunk_id), ...this.tailoring.statements.flatMap((statement) => statement.receipts.map((receipt) => receipt.chunk_id))]);
    const listed = await all(async (offset) => (await api.getContentChunks({ query: { source: "resume", limit: 500, offset }, signal })).data);
    const found = new Map(listed.filter((chunk) => wanted.has(chunk.id)).map((chunk) => [chunk.id, chunk]));
    const others = await Promise.allSettled([...wanted].filter((id) => !found.has(id)).map((id) => api.getContentChunksById({ id, signal })));
    for (const answer of others) if (answer.status === "fulfilled") found.set(answer.value.data.id, answer.value.data);
    this.chunks = found;
  }

  private async loadOriginal(signal: AbortSignal): Promise<void> {
    const id = this.tailoring?.resume_id;
    if (!session.isAdmin || id == null) return;
    this.original = (await api.getResumesById({ id, signal })).data.document;
  }
}
