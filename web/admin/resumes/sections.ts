/** The sections of a JSON Resume as the form shows them. What is not named here is kept as it is. */

export type FieldKind = "line" | "text" | "date" | "address" | "words" | "lines";

export interface FieldPlan {
  name: string;
  label: string;
  kind: FieldKind;
  /** Takes the whole width of the form. */
  wide?: boolean;
  hint?: string;
  placeholder?: string;
}

export interface SectionPlan {
  name: string;
  title: string;
  /** As in "Add a position". */
  one: string;
  fields: FieldPlan[];
}

const line = (name: string, label: string): FieldPlan => ({ name, label, kind: "line" });
const date = (name: string, label: string): FieldPlan => ({ name, label, kind: "date" });
const address = (label = "Address on the web"): FieldPlan => ({ name: "url", label, kind: "address" });
const text = (name: string, label: string): FieldPlan => ({ name, label, kind: "text", wide: true });
const lines = (name = "highlights", label = "Lines"): FieldPlan => ({ name, label, kind: "lines", wide: true });
const words = (name = "keywords", label = "Words"): FieldPlan => ({ name, label, kind: "words", wide: true });

export const SECTIONS: readonly SectionPlan[] = [
  { name: "work", title: "Experience", one: "position", fields: [line("position", "Role"), line("name", "Employer"), date("startDate", "From"), date("endDate", "To"), line("location", "Place"), address(), text("summary", "Summary"), lines()] },
  { name: "volunteer", title: "Volunteering", one: "position", fields: [line("position", "Role"), line("organization", "Organisation"), date("startDate", "From"), date("endDate", "To"), address(), text("summary", "Summary"), lines()] },
  { name: "projects", title: "Projects", one: "project", fields: [line("name", "Name"), line("entity", "For"), date("startDate", "From"), date("endDate", "To"), address(), text("description", "Description"), words(), lines()] },
  { name: "education", title: "Education", one: "course of study", fields: [line("studyType", "Degree"), line("area", "Subject"), line("institution", "School"), line("score", "Grade"), date("startDate", "From"), date("endDate", "To"), address(), lines("courses", "Courses")] },
  { name: "skills", title: "Skills", one: "skill", fields: [line("name", "Skill"), line("level", "Level"), words()] },
  { name: "languages", title: "Languages", one: "language", fields: [line("language", "Language"), line("fluency", "How well")] },
  { name: "certificates", title: "Certificates", one: "certificate", fields: [line("name", "Name"), line("issuer", "From whom"), date("date", "Date"), address()] },
  { name: "awards", title: "Awards", one: "award", fields: [line("title", "Title"), line("awarder", "From whom"), date("date", "Date"), text("summary", "Summary")] },
  { name: "publications", title: "Publications", one: "publication", fields: [line("name", "Title"), line("publisher", "Publisher"), date("releaseDate", "Date"), address(), text("summary", "Summary")] },
  { name: "interests", title: "Interests", one: "interest", fields: [line("name", "Interest"), words()] },
  { name: "references", title: "References", one: "reference", fields: [line("name", "Name"), text("reference", "Words")] },
];

export const BASICS: readonly FieldPlan[] = [
  line("name", "Name"), line("label", "Role"), line("email", "E-mail"), line("phone", "Telephone"), address(), { name: "image", label: "Picture", kind: "address", hint: "One from Media can be shown on paper, too.", placeholder: "/media/…" }, text("summary", "Profile"),
];
export const LOCATION: readonly FieldPlan[] = [line("address", "Street"), line("postalCode", "Postal code"), line("city", "City"), line("region", "Region"), line("countryCode", "Country code")];
export const PROFILES: SectionPlan = { name: "profiles", title: "Profiles", one: "profile", fields: [line("network", "Network"), line("username", "Name there"), address()] };

export function sectionPlan(name: string): SectionPlan | undefined {
  return SECTIONS.find((section) => section.name === name);
}
