/** What two versions of an item can differ in besides their text, and what goes along with what. */
import type { ItemForm } from "./item.ts";

export const FIELDS = [
  ["title", "Title"], ["summary", "Summary"], ["slug", "Address"], ["section_id", "Section"], ["tags", "Tags"], ["image_url", "Cover"], ["featured", "Featured"],
  ["caption", "Caption"], ["started_on", "Began"], ["ended_on", "Ended"], ["technologies", "Made with"], ["links", "Links"],
] as const satisfies readonly (readonly [keyof ItemForm, string])[];

export type FieldName = (typeof FIELDS)[number][0];

/** A picture, its description and the file it is are one choice. */
const TIED: Partial<Record<FieldName, readonly (keyof ItemForm)[]>> = { image_url: ["image_alt", "media_id"] };

export function membersOf(name: FieldName): (keyof ItemForm)[] {
  return [name, ...(TIED[name] ?? [])];
}

export function isSame(name: FieldName, left: ItemForm, right: ItemForm): boolean {
  return membersOf(name).every((member) => JSON.stringify(left[member]) === JSON.stringify(right[member]));
}

/** The form with a field, and what belongs to it, as the other one has it. */
export function withField(form: ItemForm, name: FieldName, from: ItemForm): ItemForm {
  return { ...form, ...Object.fromEntries(membersOf(name).map((member) => [member, from[member]])) };
}

/** As it is shown to choose by. */
export function saidOf(name: FieldName, form: ItemForm): string {
  const value: unknown = form[name];
  if (name === "image_url" && form.image_url !== null) return form.image_alt ? `${form.image_url} (${form.image_alt})` : form.image_url;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = Array.isArray(value) ? value.map((each) => (typeof each === "string" ? each : `${each.title} ${each.url}`)).join(", ") : String(value ?? "");
  return text || "Empty";
}
