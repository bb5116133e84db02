/** One piece of work after the other, in the order in which they were asked for. One that fails holds up none. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}

/** What is left of choices when one of them is answered: those that were made anew meanwhile. */
export function without<T extends object>(made: Partial<T>, answered: Partial<T>): Partial<T> {
  const names = Object.keys(made) as (keyof T)[];
  return Object.fromEntries(names.filter((name) => !(name in answered && answered[name] === made[name])).map((name) => [name, made[name]])) as Partial<T>;
}
