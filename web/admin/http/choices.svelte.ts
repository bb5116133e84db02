// Choices that hold at once. They are shown as soon as they are made and sent one after the other, so
// that no late answer takes back what was chosen since; one that is refused is as it was before.
import { Turns, without } from "./turns.ts";

export class Choices<T extends object> {
  private made = $state.raw<Partial<T>>({});
  private readonly turns = new Turns();

  /** `stored` is what the service is known to have. */
  constructor(private readonly stored: () => T) {}

  get now(): T {
    return { ...this.stored(), ...this.made };
  }

  /** `send` takes the answer over before it ends, so that nothing is shown in between. */
  async make(choice: Partial<T>, send: () => Promise<void>): Promise<void> {
    this.made = { ...this.made, ...choice };
    try {
      await this.turns.take(send);
    } finally {
      this.made = without(this.made, choice);
    }
  }
}
