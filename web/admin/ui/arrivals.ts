/** Files of the program on their way into the page. */

/** A file that is not here, and what the service said of it: 0 when nobody answered. */
export class NotArrived extends Error {
  constructor(readonly file: string, readonly status: number) {
    super(status === 0 ? `${file} did not arrive` : `${file} was answered with ${status}`);
  }
}

interface Ways {
  fetch: (file: string) => Promise<Response>;
  /** Puts a style into the page, and ends when it applies. */
  wear: (file: string) => Promise<void>;
}

/** Brings each file once. What has failed is fetched again when somebody asks again. */
export class Arrivals {
  private readonly known = new Map<string, Promise<void>>();

  /** `here` are those that came with the page. */
  constructor(private readonly ways: Ways, here: Iterable<string>) {
    for (const file of here) this.known.set(file, Promise.resolve());
  }

  /** Ends when all of them are here, and fails with the first that is not. */
  async bring(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => this.once(file)));
  }

  private once(file: string): Promise<void> {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const coming = this.take(file);
    this.known.set(file, coming);
    coming.catch(() => this.known.delete(file));
    return coming;
  }

  private async take(file: string): Promise<void> {
    let status = 0;
    try {
      const answer = await this.ways.fetch(file);
      // To its end: no cache keeps half a file.
      await answer.arrayBuffer();
      status = answer.status;
      if (answer.ok && file.endsWith(".css")) await this.ways.wear(file);
      if (answer.ok) return;
    } catch {
      status = 0;
    }
    throw new NotArrived(file, status);
  }
}
