/** Events of a running tailoring, read from the stream as they arrive (`text/event-stream`). */
import type { Analysis, Evaluation, Generator, Problem, Tailoring } from "../../api/client.gen.ts";

export type TailorEvent =
  | { name: "analysed"; data: { analysis: Analysis } }
  | { name: "retrieved"; data: { facts: number; voice: { examples: number; anti_patterns: number } } }
  | { name: "generated"; data: { attempt: number; generator: Generator; dropped: number } }
  | { name: "evaluated"; data: { attempt: number; evaluation: Evaluation } }
  | { name: "done"; data: Tailoring }
  | { name: "failed"; data: Problem };

export interface RawEvent {
  name: string;
  data: string;
}

/** Takes pieces of the stream, however they are cut, and gives back the events that are whole. */
export class EventReader {
  private rest = "";
  private name = "";
  private data: string[] = [];

  push(piece: string): RawEvent[] {
    const events: RawEvent[] = [];
    this.rest += piece;
    for (;;) {
      const end = this.rest.search(/[\r\n]/);
      // A \r at the very end may be half of \r\n: wait for what follows.
      if (end < 0 || (this.rest[end] === "\r" && end === this.rest.length - 1)) return events;
      const line = this.rest.slice(0, end);
      this.rest = this.rest.slice(this.rest.startsWith("\r\n", end) ? end + 2 : end + 1);
      const event = this.line(line);
      if (event) events.push(event);
    }
  }

  private line(line: string): RawEvent | null {
    if (line === "") {
      const event = this.data.length === 0 ? null : { name: this.name === "" ? "message" : this.name, data: this.data.join("\n") };
      this.name = "";
      this.data = [];
      return event;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    if (field === "data") this.data.push(value);
    return null;
  }
}

const NAMES: readonly string[] = ["analysed", "retrieved", "generated", "evaluated", "done", "failed"];

/** Events of a stream one after the other; those with names that are not known are passed over. */
export async function* tailorEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<TailorEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new EventReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const { name, data } of events.push(decoder.decode(value, { stream: true }))) {
        if (NAMES.includes(name)) yield { name, data: JSON.parse(data) } as TailorEvent;
      }
    }
  } finally {
    reader.releaseLock();
  }
}
