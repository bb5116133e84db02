// Pages as they will be printed, drawn by the service. What is shown stays until the next pages are
// there, and only the last order counts.
import type { ResumeLength } from "../../api/client.gen.ts";
import { explain, isCancelled } from "../http/client.ts";
import type { Press, PrintOptions } from "./press.ts";

/** A life of more pages is read in the PDF. */
const MOST = 12;

export class Printed {
  length = $state.raw<ResumeLength | null>(null);
  /** Addresses of the pictures, the first page first. */
  pages = $state.raw<string[]>([]);
  failure = $state("");
  loading = $state(false);
  private running: AbortController | undefined;

  constructor(private readonly press: Press) {}

  /** Only how long it is. */
  measure(options: PrintOptions): Promise<void> {
    return this.load(options, 0);
  }

  show(options: PrintOptions): Promise<void> {
    return this.load(options, MOST);
  }

  private async load(options: PrintOptions, most: number): Promise<void> {
    this.running?.abort();
    const mine = new AbortController();
    this.running = mine;
    this.failure = "";
    this.loading = true;
    const drawn: string[] = [];
    try {
      const length = await this.press.length(options, mine.signal);
      for (let number = 1; number <= Math.min(length.pages, most); number++) {
        drawn.push(URL.createObjectURL(await this.press.page(number, options, mine.signal)));
      }
      if (this.running !== mine) throw new DOMException("another order came", "AbortError");
      this.forget();
      this.length = length;
      this.pages = drawn;
    } catch (error) {
      for (const address of drawn) URL.revokeObjectURL(address);
      if (this.running !== mine || isCancelled(error)) return;
      this.failure = explain(error);
    }
    this.loading = false;
  }

  end(): void {
    this.running?.abort();
    this.forget();
  }

  private forget(): void {
    for (const address of this.pages) URL.revokeObjectURL(address);
    this.pages = [];
  }
}
