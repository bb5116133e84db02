/** An item as it is edited, and what of it a save sends. */
import { serviceNow } from "../http/clock.ts";
import type { ContentItem, ContentType, ItemInput, ProjectLink } from "../../api/client.gen.ts";

export const TYPES: ContentType[] = ["story", "project", "page", "image"];

export interface ItemForm {
  title: string;
  slug: string;
  section_id: string | null;
  body: string;
  summary: string;
  image_url: string | null;
  image_alt: string | null;
  tags: string[];
  featured: boolean;
  is_published: boolean;
  published_at: string | null;
  technologies: string[];
  links: ProjectLink[];
  started_on: string;
  ended_on: string;
  media_id: string | null;
  caption: string;
}

export function emptyForm(section: string | null): ItemForm {
  return {
    title: "", slug: "", section_id: section, body: "", summary: "", image_url: null, image_alt: null, tags: [], featured: false, is_published: false,
    published_at: null, technologies: [], links: [], started_on: "", ended_on: "", media_id: null, caption: "",
  };
}

export function formOf(item: ContentItem): ItemForm {
  return {
    title: item.title, slug: item.slug, section_id: item.section_id, body: item.body, summary: item.summary, image_url: item.image_url, image_alt: item.image_alt,
    tags: [...item.tags], featured: item.featured, is_published: item.is_published, published_at: item.published_at, technologies: [...(item.technologies ?? [])],
    links: (item.links ?? []).map((link) => ({ ...link })), started_on: item.started_on ?? "", ended_on: item.ended_on ?? "", media_id: item.media_id ?? null, caption: item.caption ?? "",
  };
}

const OF_PROJECTS: (keyof ItemForm)[] = ["technologies", "links", "started_on", "ended_on"];
const OF_IMAGES: (keyof ItemForm)[] = ["media_id", "caption"];

/** Only what differs, so that what the service derives stays derived. */
export function changes(type: ContentType, form: ItemForm, base: ItemForm): ItemInput {
  const input: Record<string, unknown> = {};
  for (const name of Object.keys(form) as (keyof ItemForm)[]) {
    if (type !== "project" && OF_PROJECTS.includes(name)) continue;
    if (type !== "image" && OF_IMAGES.includes(name)) continue;
    if (JSON.stringify(form[name]) === JSON.stringify(base[name])) continue;
    const value = form[name];
    // A new item finds its address by itself.
    if (name === "slug" && value === "") continue;
    input[name] = name === "started_on" || name === "ended_on" || name === "summary" || name === "caption" ? (value === "" ? null : value) : value;
  }
  return input as ItemInput;
}

export type ItemStatus = "draft" | "scheduled" | "published" | "deleted";

interface Publication {
  is_published: boolean;
  published_at: string | null;
  deleted_at?: string | null;
}

export function statusOf(item: Publication, now: Date = serviceNow()): ItemStatus {
  if (item.deleted_at) return "deleted";
  if (!item.is_published) return "draft";
  return item.published_at !== null && Date.parse(item.published_at) > now.getTime() ? "scheduled" : "published";
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
export const two = (value: number): string => String(value).padStart(2, "0");

export function timeOf(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "20 min ago", "Yesterday", "12 Nov", "12 Nov 2025". */
export function ago(text: string, now: Date = new Date()): string {
  const date = new Date(text);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes >= 0 && minutes < 1) return "Just now";
  if (minutes >= 0 && minutes < 60) return `${minutes} min ago`;
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return minutes < 0 ? timeOf(date) : `${Math.floor(minutes / 60)} h ago`;
  if (days === 1) return "Yesterday";
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** "12 Nov, 18:20" */
export function moment(text: string, now: Date = new Date()): string {
  const date = new Date(text);
  const year = date.getFullYear() === now.getFullYear() ? "" : ` ${date.getFullYear()}`;
  const day = midnight(date) === midnight(now) ? "Today" : `${date.getDate()} ${MONTHS[date.getMonth()]}${year}`;
  return `${day}, ${timeOf(date)}`;
}
