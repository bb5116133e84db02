/** A name that nobody else has. `crypto.randomUUID` is for secure pages alone; these bytes are had on all. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
