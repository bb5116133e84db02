// One result with what stands around it: its sources, the resume it was made from, and what the
// caller has said about it already. Members see their results, but neither chunks nor resumes.
import type { Chunk, Tailoring, VoiceFeedback, VoiceFeedbackCreate } from "../../api/client.gen.ts";
import { all, api, ProblemError } from "../http/client.ts";
import { randomName } from "../http/random.ts";
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
  /** Whether all that stands around the result is there, or known to be missing. */
  settled = $state(false);
  /** The sources did not arrive, so nobody can say what came from where. */
  unsourced = $state(false);
  /** The proposal that is being written anew, by its number. */
  rewriting = $state<number | null>(null);
  /** Words of one's own that nobody has sent, by what they are for: they outlive every view of the result. */
  begun = $state<Record<string, string>>({});
  private etag: string | null = null;
  /** Under which entries are sent until the service has answered, so that pressing again says nothing twice. */
  private readonly keys = new Map<string, string>();
  /** The line that has just got other words. */
  fresh = $state<string | null>(null);

  readonly blocks = $derived(this.tailoring === null ? [] : blocks(this.tailoring.statements));
  /** Places of statements whose source says something else by now. */
  readonly unsupported = $derived(new Set(this.tailoring?.unsupported));
  readonly asked = $derived(this.tailoring === null ? [] : askedGroups(this.tailoring.analysis, this.blocks, this.tailoring.lacking));
  readonly numbers = $derived(new Map((this.tailoring?.sources ?? []).map((source, index) => [source.chunk_id, index + 1])));
  readonly rows = $derived.by((): RowBlock[] | null => {
    const { tailoring, original, chunks } = this;
    // Without the sources every line would look as if it came from nowhere.
    if (!this.settled || this.unsourced || tailoring === null || original === null || tailoring.resume_id === null) return null;
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
    this.settled = false;
    this.take(await api.getTailoringsById({ id, signal }));
    // What stands around it may be missing: a resume that was deleted, a chunk that was written anew.
    const [sources] = await Promise.allSettled([this.loadSources(signal), this.loadFeedback(signal), this.loadOriginal(signal)]);
    if (signal.aborted) return;
    this.unsourced = sources.status === "rejected";
    this.settled = true;
  }

  /** Whether a line, or a part of it, stands in no source any more: then nothing that is sent has it. */
  isUnsupported(line: Line): boolean {
    return line.paths.some((path) => this.unsupported.has(path));
  }

  /** The result as the service has it now. */
  take({ data, etag }: { data: Tailoring; etag?: string | null }): void {
    this.tailoring = data;
    this.etag = etag ?? null;
  }

  /** Begun words for something; none when they are what stands there already. */
  begin(place: string, text: string, instead: string): void {
    if (text.trim() === "" || text.trim() === instead) delete this.begun[place];
    else this.begun[place] = text;
  }

  async loadFeedback(signal?: AbortSignal): Promise<void> {
    this.feedback = await all(async (offset) => (await api.getVoiceFeedback({ query: { limit: 500, offset }, ...(signal ? { signal } : {}) })).data);
  }

  /** Sends entries one after the other and gives back what they became. */
  async say(entries: VoiceFeedbackCreate[]): Promise<VoiceFeedback[]> {
    const said: VoiceFeedback[] = [];
    for (const body of entries) {
      const words = JSON.stringify(body);
      const key = this.keys.get(words) ?? randomName();
      this.keys.set(words, key);
      said.push((await api.postVoiceFeedback({ body, idempotencyKey: key })).data);
    }
    for (const body of entries) this.keys.delete(JSON.stringify(body));
    this.feedback = [...said, ...this.feedback];
    await this.refresh();
    return said;
  }

  async takeBack(entries: readonly VoiceFeedback[]): Promise<void> {
    for (const { id } of entries) await api.deleteVoiceFeedbackById({ id });
    this.feedback = this.feedback.filter(({ id }) => !entries.some((gone) => gone.id === id));
    await this.refresh();
  }

  async accept(number: number): Promise<void> {
    this.take(await api.postTailoringsByIdProposalsByNAccept({ id: this.id, n: String(number) }));
    await this.refresh();
  }

  async reopen(number: number): Promise<void> {
    this.take(await api.postTailoringsByIdProposalsByNReopen({ id: this.id, n: String(number) }));
    await this.refresh();
  }

  /** Says a line otherwise. */
  async word(path: string, text: string): Promise<void> {
    try {
      this.take(await api.putTailoringsById({ id: this.id, body: { lines: [{ path, text }] }, ifMatch: this.etag ?? undefined }));
    } catch (error) {
      // Somebody else has worded it meanwhile: their words are shown, and whoever presses again has seen them.
      if (error instanceof ProblemError && error.code === "stale") this.take(await api.getTailoringsById({ id: this.id }));
      throw error;
    }
    await this.refresh();
  }

  /** Whether its owner has a requirement of the job. What was said elsewhere meanwhile stays said. */
  async lack(requirement: string, really: boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { data, etag } = await api.getTailoringsById({ id: this.id });
      const others = data.lacking.filter((known) => known !== requirement);
      try {
        this.take(await api.putTailoringsById({ id: this.id, body: { lacking: really ? [...others, requirement] : others }, ifMatch: etag ?? undefined }));
        return;
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === "stale") || attempt === 3) throw error;
      }
    }
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
  rewording(line: Line): VoiceFeedback | null {
    const job = this.tailoring?.job_description;
    const proposed = (this.tailoring?.proposals ?? []).filter(({ path }) => line.paths.includes(path)).map(({ text }) => text);
    const isAbout = (text: string) => text === line.text || proposed.includes(text);
    return this.feedback.find((entry) => entry.feedback_type === "edited" && entry.job_context === job && isAbout(entry.original_text) && entry.final_text !== line.text) ?? null;
  }

  /** What was done is done, whether or not the list of all that was said can be read anew. */
  private async refresh(): Promise<void> {
    await this.loadFeedback().catch(() => undefined);
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
