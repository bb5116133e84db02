import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Fault } from "../api/client.gen.ts";
import { faultsOf, placeOf, tellFault } from "../admin/tailor/faults.ts";

interface Schema { $ref?: string; type?: string | string[]; const?: unknown; items?: Schema; properties?: Record<string, Schema>; oneOf?: Schema[]; required?: string[] }
const description = fileURLToPath(new URL("../../../docs/openapi.json", import.meta.url));
const { components } = JSON.parse(readFileSync(description, "utf8")) as { components: { schemas: Record<string, Schema> } };

/** Something that fits the description. */
function sample(schema: Schema, name: string): unknown {
  if (schema.$ref !== undefined) return sample(components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "integer" || type === "number") return 3;
  if (type === "array") return [sample(schema.items ?? {}, name)];
  return name === "path" ? "work/0/summary" : "words";
}

test("every kind of fault that the service can tell has words", () => {
  const kinds = components.schemas["Fault"]?.oneOf ?? [];
  assert.ok(kinds.length >= 6, "the description lists the kinds of a fault");
  const told = kinds.map(({ properties = {} }) => {
    const fault = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sample(schema, name)]));
    const words = tellFault(fault as unknown as Fault);
    assert.ok(/^[A-Z].*\.$/.test(words), words);
    assert.doesNotMatch(words, /Something else|_|undefined|NaN/, words);
    return words;
  });
  assert.equal(new Set(told).size, told.length, "each has its own");
});

test("a fault of a newer service is told all the same", () => {
  assert.equal(tellFault({ kind: "too_loud" } as unknown as Fault), "Something else is not as it should be: too loud.");
});

test("a fault says where, as people count, and each is told once", () => {
  assert.equal(placeOf("basics/summary"), "Your profile");
  assert.equal(placeOf("work/1/highlights/0"), "Experience, entry 2, line 1");
  assert.equal(placeOf("projects/0/description"), "Projects, entry 1, the summary");
  const long: Fault = { kind: "left_out_as_too_long", path: "basics/summary", characters: 2000 };
  assert.equal(faultsOf([long, { ...long }]).length, 1);
  const asked = ["Rust", "Go", "SQL", "Ada", "Go"].map((requirement): Fault => ({ kind: "uncovered", requirement }));
  assert.deepEqual(faultsOf(asked), ["Your sources can answer “Rust”, “Go”, “SQL” and 1 more, and nothing in the text does."]);
  assert.ok(faultsOf([long])[0]?.startsWith("Your profile is left out: a text of 2000 characters"));
});
