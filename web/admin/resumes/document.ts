/**
 * Changes of a resume document by the form. Every function gives back a new document and touches
 * nothing but what it names: members that the form does not know stay, in their order.
 */
import { whereNotJson } from "./json.ts";
import type { PlainValue } from "../../api/client.gen.ts";

export type Document = { [name: string]: PlainValue };
export type Place = readonly (string | number)[];

function isObject(value: PlainValue | undefined): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function at(value: PlainValue | undefined, place: Place): PlainValue | undefined {
  return place.reduce<PlainValue | undefined>((inside, step) => {
    if (Array.isArray(inside) && typeof step === "number") return inside[step];
    return isObject(inside) && typeof step === "string" ? inside[step] : undefined;
  }, value);
}

/** A text as a field shows it; numbers are shown too, since people write scores and years so. */
export function textAt(document: Document, place: Place): string {
  const value = at(document, place);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The items of a list; what is no list has none. */
export function listAt(document: Document, place: Place): PlainValue[] {
  const value = at(document, place);
  return Array.isArray(value) ? value : [];
}

export function textsAt(document: Document, place: Place): string[] {
  return listAt(document, place).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** Puts a value there; what is missing on the way is made. `undefined` takes the member away. */
export function put(document: Document, place: Place, value: PlainValue | undefined): Document {
  return inside(document, place, value) as Document;
}

function inside(whole: PlainValue | undefined, place: Place, value: PlainValue | undefined): PlainValue | undefined {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(whole) ? [...whole] : [];
    const next = inside(list[step], rest, value);
    if (next === undefined) list.splice(step, 1);
    else list[step] = next;
    return list;
  }
  const object: Document = isObject(whole) ? { ...whole } : {};
  const next = inside(object[step], rest, value);
  if (next === undefined) delete object[step];
  else object[step] = next;
  return object;
}

/** What a field holds after typing: empty is absent. */
export function putText(document: Document, place: Place, text: string): Document {
  return put(document, place, text === "" ? undefined : text);
}

export function addItem(document: Document, place: Place, item: PlainValue): Document {
  return put(document, place, [...listAt(document, place), item]);
}

/** Takes an item away, and the list with its last one. */
export function removeItem(document: Document, place: Place, index: number): Document {
  const left = listAt(document, place).filter((_, position) => position !== index);
  return put(document, place, left.length === 0 ? undefined : left);
}

export function moveItem(document: Document, place: Place, from: number, to: number): Document {
  const list = [...listAt(document, place)];
  if (from < 0 || from >= list.length) return document;
  const [item] = list.splice(from, 1);
  if (item === undefined) return document;
  list.splice(Math.max(0, Math.min(to, list.length)), 0, item);
  return put(document, place, list);
}

/** Lines and entries of all sections, as lists tell it. */
export function size(document: Document): { lines: number; sections: number } {
  let [lines, sections] = [0, 0];
  for (const [name, value] of Object.entries(document)) {
    if (name === "basics" && isObject(value)) {
      sections += 1;
      lines += ["label", "summary"].filter((member) => textAt(value, [member]) !== "").length;
    } else if (Array.isArray(value) && value.length > 0) {
      sections += 1;
      lines += value.reduce<number>((sum, entry) => sum + (isObject(entry) ? Math.max(1, listAt(entry, ["highlights"]).length) : 1), 0);
    }
  }
  return { lines, sections };
}

export interface FaultPlace {
  section: string;
  index: number | null;
  /** The member, with what is below it: `startDate`, `highlights[2]`. */
  field: string;
}

/** Where a fault or a warning of the service belongs: `document.work[0].startDate`, `work/0/startDate`. */
export function faultPlace(name: string): FaultPlace | null {
  const steps = name.replace(/^document[./]?/, "").replaceAll(/\[(\d+)\]/g, ".$1").split(/[./]/).filter((step) => step !== "");
  const [section, second, ...rest] = steps;
  if (section === undefined) return null;
  if (second !== undefined && /^\d+$/.test(second)) return { section, index: Number(second), field: rest.join(".") };
  return { section, index: null, field: [second, ...rest].filter((step) => step !== undefined).join(".") };
}

/** A document from what was typed or read from a file, or why it is none. */
export function parseDocument(text: string): { document: Document } | { fault: string } {
  let value: PlainValue;
  try {
    value = JSON.parse(text) as PlainValue;
  } catch {
    return { fault: `This is not JSON, ${whereNotJson(text) ?? "although nothing is wrong with its signs"}.` };
  }
  return isObject(value) ? { document: value } : { fault: "A resume is an object: it begins with { and ends with }." };
}

/** Whether an entry ends before it begins; years, months and days are compared as far as both are told. */
export function endsBeforeStart(start: string, end: string): boolean {
  const digits = /^\d{4}(-\d{2}){0,2}$/;
  if (!digits.test(start) || !digits.test(end)) return false;
  const length = Math.min(start.length, end.length);
  return end.slice(0, length) < start.slice(0, length);
}
