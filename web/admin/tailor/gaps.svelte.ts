/** What is being written about gaps of a result: one sentence for each, kept while others are looked at. */
export class Gaps {
  /** The gap whose field is open. */
  answering = $state("");
  texts = $state<Record<string, string>>({});

  /** Whether there are words that nobody has sent. */
  get isBegun(): boolean {
    return Object.values(this.texts).some((text) => text.trim() !== "");
  }

  /** It was answered, or given up. */
  settle(requirement: string): void {
    delete this.texts[requirement];
    if (this.answering === requirement) this.answering = "";
  }

  forget(): void {
    this.texts = {};
    this.answering = "";
  }
}
