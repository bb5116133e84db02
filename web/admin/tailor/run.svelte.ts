// The tailoring that is at work. It belongs to the window and not to a screen: whoever looks at
// something else meanwhile finds it going on. It ends when it is stopped or the window is closed.
import type { Tailoring, TailoringOptions } from "../../api/client.gen.ts";
import { api, explain, isCancelled } from "../http/client.ts";
import { advance, begin, type Running } from "./steps.ts";
import { tailorEvents } from "./events.ts";

export interface Order {
  job_description: string;
  resume_id: string | null;
  threshold: number;
  /** How it is set; what is absent follows from the resume. */
  options: Partial<TailoringOptions>;
}

class Run {
  order = $state.raw<Order | null>(null);
  running = $state.raw<Running | null>(null);
  failure = $state("");
  stopped = $state(false);
  private cancel: AbortController | undefined;

  get isAtWork(): boolean {
    return this.running !== null;
  }

  /** Gives back the result, or null when it was stopped or has failed. */
  async start(order: Order): Promise<Tailoring | null> {
    this.cancel?.abort();
    const mine = new AbortController();
    this.cancel = mine;
    this.order = order;
    this.failure = "";
    this.stopped = false;
    this.running = begin(performance.now());
    const { resume_id, options, ...rest } = order;
    try {
      const request = { method: "POST", path: "/tailor", json: { ...rest, ...options, ...(resume_id === null ? {} : { resume_id }) }, accept: "text/event-stream" };
      const response = await api.send(request, { signal: mine.signal });
      if (response.body === null) throw new Error("The server sent nothing.");
      for await (const event of tailorEvents(response.body)) {
        if (event.name === "done") return event.data;
        if (event.name === "failed") throw new Error(event.data.detail);
        if (this.running) this.running = advance(this.running, event, performance.now());
      }
      throw new Error("The connection ended before the result was there.");
    } catch (error) {
      if (!isCancelled(error) && this.cancel === mine) this.failure = explain(error);
      return null;
    } finally {
      if (this.cancel === mine) this.running = null;
    }
  }

  stop(): void {
    this.stopped = true;
    this.cancel?.abort();
  }
}

export const run = new Run();
