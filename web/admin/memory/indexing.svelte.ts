// How the index stands, asked again every two seconds while something is to be done, and how far a
// re-indexing has come that was begun here.
import type { IndexStatus, Source } from "../../api/client.gen.ts";
import { api, explain } from "../http/client.ts";
import { isWorking, progress } from "./health.ts";

const AGAIN = 2_000;

export class Indexing {
  status = $state.raw<IndexStatus | null>(null);
  failure = $state("");
  /** How many vectors are made again; null when nobody has asked for it here. */
  queued = $state<number | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  get percent(): number {
    return this.queued === null || this.status === null ? 0 : progress(this.queued, this.status);
  }

  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.status = (await api.getContentIndex()).data;
      this.failure = "";
    } catch (error) {
      this.failure = explain(error);
    }
    if (this.ended) return;
    if (this.status && !isWorking(this.status)) this.queued = null;
    // Begun elsewhere, or before this page was loaded: it is followed all the same.
    else if (this.queued === null && this.status?.rebuilding) this.queued = this.status.indexed + this.status.pending;
    if (this.status && !isWorking(this.status)) return;
    this.timer = setTimeout(() => void this.refresh(), AGAIN);
  }

  /**
   * Calls it off, and tells how many chunks had got their new vectors by then; null where vectors of
   * another model are made, which nobody can do without.
   */
  async stop(): Promise<{ made: number; all: number } | null> {
    const all = this.queued ?? 0;
    const { pending } = (await api.getContentIndex()).data;
    this.status = (await api.deleteContentReindex()).data;
    this.queued = null;
    const goesOn = this.status.rebuilding;
    void this.refresh();
    return goesOn ? null : { made: all - Math.min(all, pending), all };
  }

  async reindex(source: Source | null): Promise<number> {
    const { data } = await api.postContentReindex({ body: source === null ? {} : { source } });
    this.queued = data.queued;
    // The flag of the service is set a moment after the answer.
    if (this.status) this.status = { ...this.status, rebuilding: true, pending: data.queued };
    this.timer = setTimeout(() => void this.refresh(), AGAIN / 4);
    return data.queued;
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
