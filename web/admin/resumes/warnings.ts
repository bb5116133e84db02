/** What the service has read otherwise than it was written, or not at all. Nothing is thrown away: the document stays as it came. */
import type { Resume } from "../../api/client.gen.ts";

export interface Warning {
  /** Where in the document: `work/0/startDate`, `document.work[0].startDate`; empty for the whole. */
  path: string;
  message: string;
}

/** A service from before there were warnings tells none. */
export function warningsOf(resume: Resume): Warning[] {
  const given = (resume as unknown as { warnings?: unknown }).warnings;
  if (!Array.isArray(given)) return [];
  return given.map(read).filter((warning) => warning !== null);
}

function read(value: unknown): Warning | null {
  if (typeof value === "string") return { path: "", message: value };
  if (typeof value !== "object" || value === null) return null;
  const { path, field, message, text } = value as Record<string, unknown>;
  const words = typeof message === "string" ? message : typeof text === "string" ? text : null;
  const place = typeof path === "string" ? path : typeof field === "string" ? field : "";
  return words === null ? null : { path: place, message: words };
}

/** What was said about a file while it was read. The resume itself does not know the file; this visit does. */
const fromFiles = new Map<string, Warning[]>();

export function keepImportWarnings(id: string, warnings: readonly Warning[]): void {
  fromFiles.set(id, [...warnings]);
}

/** Those of the file first, and nothing twice. */
export function allWarningsOf(resume: Resume): Warning[] {
  const all = [...(fromFiles.get(resume.id) ?? []), ...warningsOf(resume)];
  return all.filter(({ path, message }, index) => all.findIndex((other) => other.path === path && other.message === message) === index);
}
