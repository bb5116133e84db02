/**
 * A tailored resume as lines: every statement of the service finds its place in one, with how it came
 * to be and which sources it rests on. The same is done for the resume it was made from, so that both
 * can stand side by side.
 */
import type { Kind, Statement } from "../../api/client.gen.ts";

export interface Line {
  /** The place of its first statement: a name for the line. */
  id: string;
  /** The places of all its statements. */
  paths: string[];
  text: string;
  /** Dates and the like, in a softer ink. */
  aside: string;
  role: "title" | "head" | "text" | "bullet";
  /** Null in results from before this was told. */
  kind: Kind | null;
  /** Ids of chunks, each once. */
  sources: string[];
  /** One statement in whole sentences: the owner may write it anew. */
  editable: boolean;
}

export interface Block {
  /** `basics`, `work`, … */
  section: string;
  title: string;
  lines: Line[];
}

const TITLES: Record<string, string> = {
  basics: "", work: "Experience", volunteer: "Volunteering", projects: "Projects", education: "Education", skills: "Skills",
  languages: "Languages", certificates: "Certificates", awards: "Awards", publications: "Publications", interests: "Interests", references: "References",
};
/** What heads an entry, the first that is there in front. */
const HEADS = ["position", "studyType", "title", "name", "language", "area", "organization", "institution", "entity", "awarder", "issuer", "publisher", "level", "fluency", "score", "location", "type"];
const DATES = ["startDate", "endDate", "date", "releaseDate"];
/** What stands in an entry as text of its own. */
const TEXTS = ["summary", "description", "reference"];
/** Contact data and addresses are copied and no statements of anybody's work. */
const SILENT = ["url", "email", "phone", "image", "location", "profiles"];
/** Where the service says nothing of how a text came to be, the weakest kind is told. */
const WEAKEST: readonly (Kind | null)[] = [null, "derived", "approved", "verbatim"];

type Words = Pick<Statement, "path" | "text"> & Partial<Pick<Statement, "kind" | "receipts">>;

export function sectionTitle(section: string): string {
  return TITLES[section] ?? section.charAt(0).toUpperCase() + section.slice(1);
}

export function blocks(statements: readonly Words[]): Block[] {
  const found = new Map<string, Map<string, Words[]>>();
  for (const statement of statements) {
    const [section = "", entry = ""] = statement.path.split("/");
    const key = section === "basics" ? "" : entry;
    const entries = found.get(section) ?? new Map<string, Words[]>();
    found.set(section, entries);
    entries.set(key, [...(entries.get(key) ?? []), statement]);
  }
  return [...found].map(([section, entries]) => ({
    section,
    title: sectionTitle(section),
    lines: [...entries.values()].flatMap((entry) => (section === "basics" ? basics(entry) : entryLines(entry))),
  }));
}

function basics(entry: Words[]): Line[] {
  return entry
    .filter((statement) => ["label", "summary"].includes(member(statement)))
    .map((statement) => line([statement], statement.text, { role: member(statement) === "label" ? "title" : "text", editable: member(statement) === "summary" }));
}

function entryLines(entry: Words[]): Line[] {
  const single = entry.filter((statement) => statement.path.split("/").length === 3);
  const listed = entry.filter((statement) => statement.path.split("/").length > 3);
  const heads = single.filter((statement) => HEADS.includes(member(statement)));
  heads.sort((one, other) => HEADS.indexOf(member(one)) - HEADS.indexOf(member(other)));
  const dates = single.filter((statement) => DATES.includes(member(statement)));
  const words = listed.filter((statement) => member(statement) === "keywords");
  const points = listed.filter((statement) => member(statement) !== "keywords");
  const lines: Line[] = [];
  const first = heads.map((statement) => statement.text).join(" · ");
  const keywords = words.map((statement) => statement.text).join(", ");
  const head = [first, keywords].filter((part) => part !== "").join(": ");
  if (head !== "" || dates.length > 0) {
    lines.push(line([...heads, ...words, ...dates], head, { role: words.length > 0 ? "text" : "head", aside: span(dates) }));
  }
  const others = single.filter((statement) => TEXTS.includes(member(statement)));
  lines.push(...others.map((statement) => line([statement], statement.text, { role: "text", editable: true })));
  lines.push(...points.map((statement) => line([statement], statement.text, { role: "bullet", editable: member(statement) === "highlights" })));
  return lines;
}

function line(statements: Words[], text: string, more: { role: Line["role"]; aside?: string; editable?: boolean }): Line {
  const kinds = statements.map((statement) => statement.kind ?? null);
  return {
    id: statements[0]?.path ?? "",
    paths: statements.map((statement) => statement.path),
    text,
    aside: more.aside ?? "",
    role: more.role,
    kind: WEAKEST.find((kind) => kinds.includes(kind)) ?? null,
    sources: [...new Set(statements.flatMap((statement) => (statement.receipts ?? []).map((receipt) => receipt.chunk_id)))],
    editable: more.editable ?? false,
  };
}

/** The name of a member, without its place in a list. */
function member({ path }: Words): string {
  return path.split("/")[path.startsWith("basics/") ? 1 : 2] ?? "";
}

function span(dates: Words[]): string {
  const of = (name: string): string => month(dates.find((statement) => member(statement) === name)?.text ?? "");
  const [start, end] = [of("startDate"), of("endDate")];
  if (start === "" && end === "") return of("date") || of("releaseDate");
  return start === "" ? end : `${start} – ${end === "" ? "now" : end}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2021-03-01` and `2021-03` are Mar 2021; anything else stands as it is. */
export function month(date: string): string {
  const parts = /^(\d{4})-(\d{2})(-\d{2})?$/.exec(date);
  const name = MONTHS[Number(parts?.[2]) - 1];
  return parts?.[1] !== undefined && name !== undefined ? `${name} ${parts[1]}` : date;
}

/** The statements that a resume document would have, in the document's order. */
export function statementsOf(document: Record<string, unknown>): Words[] {
  const out: Words[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string" && value.trim() !== "") out.push({ path, text: value });
    else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${path}/${index}`));
    else if (value !== null && typeof value === "object") {
      for (const [name, item] of Object.entries(value)) if (!SILENT.includes(name)) walk(item, `${path}/${name}`);
    }
  };
  for (const [section, value] of Object.entries(document)) if (section in TITLES) walk(value, section);
  return out;
}
