/**
 * Keeps the text safe. On every pause it is kept on this device; drafts are then saved on the server, what is
 * public waits for its button. One save runs at a time, and whatever is written meanwhile is saved
 * after it. The answer of a save never touches the text.
 */
export type SavingState =
  | { kind: "saved"; at: Date | null }
  | { kind: "saving" }
  | { kind: "unsaved" }
  | { kind: "failed"; reason: string }
  | { kind: "conflict" };

export interface Saved {
  etag: string | null;
}

/** The item on the server is newer than what was edited. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

export interface SavingOptions<T> {
  /** What there is to save now. */
  current: () => T;
  /** False when the server has not all of it, and the rest has to wait. */
  send: (value: T) => Promise<boolean | void>;
  /** Keeps it on this device. */
  keep: (value: T) => Promise<void>;
  /** The server has it: nothing has to be kept. */
  forget: () => Promise<void>;
  explain: (error: unknown) => string;
  isOutdated: (error: unknown) => boolean;
  /** Whether a pause saves on the server too. */
  saveByItself: () => boolean;
  changed: (state: SavingState) => void;
  now?: () => Date;
  pause?: number;
  later?: (act: () => void, after: number) => () => void;
}

export class Saving<T> {
  private readonly options: SavingOptions<T>;
  private state: SavingState;
  /** How often the text has changed, and what of that is on the server. */
  private written = 0;
  private stored = 0;
  private stopTimer: (() => void) | null = null;
  private running: Promise<boolean> | null = null;
  private ended = false;

  constructor(options: SavingOptions<T>, at: Date | null) {
    this.options = options;
    this.state = { kind: "saved", at };
  }

  get isUnsaved(): boolean {
    return this.written !== this.stored;
  }

  get current(): SavingState {
    return this.state;
  }

  private become(state: SavingState): void {
    this.state = state;
    this.options.changed(state);
  }

  /** Something was typed. */
  touch(): void {
    this.written++;
    // What failed stays said until it is saved; what runs says so itself.
    if (this.state.kind === "saved") this.become({ kind: "unsaved" });
    this.stopTimer?.();
    const later = this.options.later ?? ((act, after) => {
      const timer = setTimeout(act, after);
      return () => clearTimeout(timer);
    });
    this.stopTimer = later(() => void this.settle(), this.options.pause ?? 1000);
  }

  private async settle(): Promise<void> {
    this.stopTimer = null;
    // This device may be full or forbid it: the server is still tried.
    await this.options.keep(this.options.current()).catch(() => undefined);
    // What runs may make it public. Only then it is known whether anything is still sent by itself.
    await this.idle();
    if (this.options.saveByItself() && this.isUnsaved && this.state.kind !== "conflict") await this.save();
  }

  /** Keeps what there is at once: the window may close. */
  async keepNow(): Promise<void> {
    if (this.isUnsaved) await this.options.keep(this.options.current()).catch(() => undefined);
  }

  /** Saves what there is; true when the server has it. Those who ask while one runs wait for it, and for what was written meanwhile. */
  async save(always = false): Promise<boolean> {
    while (this.running !== null) await this.running;
    // Whoever waited here may find that the editor is gone, and its words with it: they are kept.
    if (this.ended) return false;
    if (!this.isUnsaved && !always) return true;
    this.running = this.once();
    const fine = await this.running;
    if (fine && this.isUnsaved && this.options.saveByItself()) void this.settle();
    return fine;
  }

  private async once(): Promise<boolean> {
    this.stopTimer?.();
    this.stopTimer = null;
    const upTo = this.written;
    const value = this.options.current();
    this.become({ kind: "saving" });
    try {
      await this.options.keep(value).catch(() => undefined);
      if ((await this.options.send(value)) !== false) this.stored = upTo;
      if (!this.isUnsaved) await this.options.forget().catch(() => undefined);
      // Asked last of all: a letter that is typed while the device forgets is not saved.
      this.become(this.isUnsaved ? { kind: "unsaved" } : { kind: "saved", at: (this.options.now ?? (() => new Date()))() });
      return true;
    } catch (error) {
      if (this.options.isOutdated(error)) this.become({ kind: "conflict" });
      else this.failed(error);
      return false;
    } finally {
      this.running = null;
    }
  }

  /** Does something else to what is saved, while no save runs. */
  async alone(act: () => Promise<void>): Promise<void> {
    await this.idle();
    const acting = act();
    this.running = acting.then(() => true, () => false).finally(() => (this.running = null));
    return acting;
  }

  /** When no save runs. */
  async idle(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  /** What was found on this device waits for somebody to decide: unsaved, and nothing happens by itself. */
  hold(): void {
    this.written++;
    this.become({ kind: "unsaved" });
  }

  /** The conflict was decided: what is there now is to be saved. */
  resume(): void {
    this.written++;
    this.become({ kind: "unsaved" });
  }

  failed(error: unknown): void {
    this.become({ kind: "failed", reason: this.options.explain(error) });
  }

  /** Everything is as on the server, for another reason than a save. */
  settled(at: Date | null): void {
    this.stopTimer?.();
    this.stopTimer = null;
    this.stored = this.written;
    this.become({ kind: "saved", at });
  }

  stop(): void {
    this.stopTimer?.();
  }

  /** Nobody writes any more. What is on its way goes on; nothing else is sent. */
  end(): void {
    this.ended = true;
    this.stop();
  }
}

/** What is answered in time; false for what is not. */
export function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds))]);
}
