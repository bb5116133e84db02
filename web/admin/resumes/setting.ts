/** How a resume is set: the service's own words for looks, paper and languages, with names to show. */
import type { PaperSize, ResumeLanguage, ResumeLook } from "../../api/client.gen.ts";
import { type Document, textAt } from "./document.ts";

export const LOOKS: readonly { value: ResumeLook; label: string }[] = [{ value: "classic", label: "Classic" }, { value: "modern", label: "Modern" }, { value: "compact", label: "Compact" }];
export const PAPERS: readonly { value: PaperSize; label: string }[] = [{ value: "a4", label: "A4" }, { value: "letter", label: "Letter" }];
export const PAGES: readonly { value: "1" | "2" | "any"; label: string }[] = [{ value: "1", label: "One" }, { value: "2", label: "Two" }, { value: "any", label: "Any" }];

const NAMES: Record<ResumeLanguage, string> = { en: "English", de: "German", fr: "French", es: "Spanish", it: "Italian", pt: "Portuguese", nl: "Dutch", da: "Danish", zh: "Chinese", ja: "Japanese", other: "Another: English headings, dates in figures" };
export const LANGUAGES = Object.entries(NAMES).map(([value, label]) => ({ value: value as ResumeLanguage, label }));

export function languageName(language: ResumeLanguage): string {
  return NAMES[language];
}

/** The look that a document names, where it is one of ours: otherwise the service takes the nearest. */
export function lookOf(document: Document): { look?: ResumeLook } {
  const theme = textAt(document, ["meta", "theme"]).toLowerCase();
  const look = LOOKS.find(({ value }) => value === theme)?.value;
  return look === undefined ? {} : { look };
}

/** As the service has it: numbers where it counts. */
export function pagesOf(value: string): 1 | 2 | "any" {
  return value === "1" ? 1 : value === "2" ? 2 : "any";
}
