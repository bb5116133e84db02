/** What a form has changed, as the service wants to be told: what is absent stays as it is. */

/** The members of `draft` that differ from `saved`; null when none does. Objects are compared to the letter. */
export function changed<T extends object>(saved: T, draft: T): Partial<T> | null {
  const names = Object.keys(draft) as (keyof T)[];
  const different = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(draft[name]));
  if (different.length === 0) return null;
  return Object.fromEntries(different.map((name) => [name, draft[name]])) as Partial<T>;
}

/** Field messages below a name: `profile.links[1].url` of `profile`. */
export function below(errors: Record<string, string>, name: string): Record<string, string> {
  const found = Object.entries(errors).filter(([field]) => field.startsWith(`${name}.`));
  return Object.fromEntries(found.map(([field, message]) => [field.slice(name.length + 1), message]));
}
