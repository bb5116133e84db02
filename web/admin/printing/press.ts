/** Where printed pages come from: a resume as a whole, or a result of Tailor. */
import type { PaperSize, ResumeLanguage, ResumeLength, ResumeLook } from "../../api/client.gen.ts";
import { api } from "../http/client.ts";

/** What is absent follows from what is printed. */
export interface PrintOptions {
  look?: ResumeLook;
  paper?: PaperSize;
  language?: ResumeLanguage;
  /** Whether the owner's picture is shown, where the resume has one of this site. */
  photo?: boolean;
}

export interface Press {
  length(query: PrintOptions, signal: AbortSignal): Promise<ResumeLength>;
  page(number: number, query: PrintOptions, signal: AbortSignal): Promise<Blob>;
  text(query: PrintOptions): Promise<string>;
  /** Where a file in this form is: to be saved, or to be printed from. */
  file(form: "pdf" | "html" | "txt", query: PrintOptions): string;
}

export function resumePress(id: string): Press {
  return {
    length: async (query, signal) => (await api.getResumesByIdPages({ id, query, signal })).data,
    page: async (number, query, signal) => (await api.getResumesByIdPagesByNumber({ id, number, query, signal })).data,
    text: async (query) => (await api.getResumesByIdResumeTxt({ id, query })).data,
    file: (form, query) => fileAt(`/resumes/${id}`, form, query),
  };
}

export function tailoringPress(id: string): Press {
  return {
    length: async (query, signal) => (await api.getTailoringsByIdPages({ id, query, signal })).data,
    page: async (number, query, signal) => (await api.getTailoringsByIdPagesByNumber({ id, number, query, signal })).data,
    text: async (query) => (await api.getTailoringsByIdResumeTxt({ id, query })).data,
    file: (form, query) => fileAt(`/tailorings/${id}`, form, query),
  };
}

function fileAt(place: string, form: string, query: PrintOptions): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${place}/resume.${form}${search === "" ? "" : `?${search}`}`;
}
