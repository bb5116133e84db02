/** The key under which a form sends what it makes: the same for as long as the form says the same, so that a repeated press makes nothing twice. */
export class Once {
  private said = "";
  private key = "";

  keyFor(body: unknown): string {
    const said = JSON.stringify(body);
    if (said !== this.said) [this.said, this.key] = [said, crypto.randomUUID()];
    return this.key;
  }

  /** It was made. Whoever asks for the same after that wants another one. */
  done(): void {
    this.said = "";
  }
}
