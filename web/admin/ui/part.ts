/** Parts of the program that are loaded when they are first needed, and what to do when that fails. */

/** Why a part is not there: the network, or a newer program that has no such file any more. */
export type Absence = "unreachable" | "gone";

/** The file that could not be loaded, as browsers name it in their message. */
export function fileIn(error: unknown): string | null {
  const message = error instanceof Error ? error.message : "";
  return /(?:https?:\/\/|\/)[^\s"']+\.js/.exec(message)?.[0] ?? null;
}

/** Whether the service still has the file. Where nobody answers, it may have it again in a moment. */
export async function absenceOf(file: string | null, ask: (file: string) => Promise<{ status: number }>): Promise<Absence> {
  if (file === null) return "unreachable";
  const status = await ask(file).then((answer) => answer.status, () => 0);
  return status === 404 || status === 410 ? "gone" : "unreachable";
}

/**
 * Loads once more. Browsers may remember that a file failed for as long as the page lives: under another
 * address it is another file to them.
 */
export async function loadAgain<T>(load: () => Promise<T>, again: (address: string) => Promise<T>, turn: number): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const file = fileIn(error);
    if (file === null) throw error;
    return again(`${file}?again=${turn}`);
  }
}
