// Written by crates/client-writer from docs/openapi.json. Do not edit: `make client` writes it again.

/** Why a request failed (RFC 9457). */
export interface Problem {
  /** Where this kind of problem is described. */
  type: string;
  /** The stable name of this kind of problem. */
  code: ProblemCode;
  title: string;
  status: number;
  detail: string;
  /** Which values are not valid. Present for validation problems only. */
  errors?: FieldError[];
}

/** Why a request failed, by a name that never changes. New ones may come. */
export type ProblemCode = "malformed" | "rejected" | "unauthenticated" | "forbidden" | "cross-site" | "not-found" | "method-not-allowed" | "timeout" | "conflict" | "stale" | "taken" | "too-large" | "uri-too-long" | "unsupported-media" | "range" | "invalid" | "too-many" | "headers-too-large" | "internal" | "busy" | "unavailable";

/**
 * One value that is not valid, and why. The message continues a sentence that begins with the
 * field: `title` `must not be empty`.
 */
export interface FieldError {
  field: string;
  message: string;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface SectionList {
  items: Section[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A section as clients see it. */
export interface Section {
  id: string;
  title: string;
  icon: string;
  slug: string;
  /** The slugs from the top down to this section, joined by slashes. */
  path: string;
  description: string | null;
  image_url: string | null;
  display_type: DisplayType;
  nav_visibility: NavVisibility;
  is_published: boolean;
  /** Siblings are ordered by it. */
  sort_order: number;
  parent_id: string | null;
  /** 0 for a top-level section. */
  depth: number;
  created_at: string;
  updated_at: string;
  /** Only for administrators, and only while the section is deleted. */
  deleted_at?: string | null;
}

/** How a section shows what is in it. */
export type DisplayType = "feed" | "card-grid" | "static-page" | "gallery";

/** Where a section appears in the navigation. */
export type NavVisibility = "main" | "secondary" | "hidden";

/** How much is in the sections. */
export interface SectionCounts {
  items: SectionCount[];
}

export interface SectionCount {
  id: string;
  /** Content directly in it, drafts too. */
  content: number;
}

/** What was found at a path. Written out by hand below; this is its description. */
export interface Resolved {
  type: ListingKind;
  path: string;
  /** The section, or the section the content is in. */
  section: Section | null;
  /** Only for content. */
  content_item?: ContentItem | null;
  /** From the top down to what was found. */
  breadcrumbs: Breadcrumb[];
}

/** Whether an entry is a section or content. */
export type ListingKind = "section" | "content";

/** A content item as clients see it. */
export interface ContentItem {
  id: string;
  content_type: ContentType;
  section_id: string | null;
  title: string;
  slug: string;
  /** Where the item is: its section's path and its slug. */
  path: string;
  /** Sanitised HTML. */
  body: string;
  /** Plain text of at most 280 characters, from the body unless given. */
  summary: string;
  /** The first image of the body unless given. */
  image_url: string | null;
  image_alt: string | null;
  tags: string[];
  featured: boolean;
  is_published: boolean;
  published_at: string | null;
  sort_order: number;
  created_at: string;
  updated_at: string;
  /** Of a project. */
  technologies?: string[] | null;
  links?: ProjectLink[] | null;
  started_on?: string | null;
  ended_on?: string | null;
  /** Of an image. */
  media_id?: string | null;
  caption?: string | null;
  /** Only for administrators, and only while the item is deleted. */
  deleted_at?: string | null;
  /** Only for administrators, and only while something else is found at its path. */
  shadowed_by?: Shadow | null;
}

/** What a content item is. The order is the order in which an address is looked up. */
export type ContentType = "story" | "project" | "page" | "image";

/** A link of a project. */
export interface ProjectLink {
  title: string;
  /** An http, https or mailto address, or a site path. */
  url: string;
}

/** What is found at the path of an item instead of it. */
export interface Shadow {
  kind: EntryKind;
  id: string;
  title: string;
  /** Whether visitors see it. What they do not see is in nobody's way until it is published. */
  is_published: boolean;
  /** The path at which the item itself is found as long as visitors find this at its own. */
  item_address: string;
}

/** What an entry is, in one word. */
export type EntryKind = "section" | "story" | "project" | "page" | "image";

export interface Breadcrumb {
  id: string;
  title: string;
  slug: string;
  path: string;
  type: ListingKind;
}

/** The answer for an address that something has moved away from. */
export interface Moved {
  type: string;
  old_path: string;
  new_path: string;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface ListingItemList {
  items: ListingItem[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** Anything that can stand in a list, in the shape they share. */
export interface ListingItem {
  kind: ListingKind;
  id: string;
  /** Null for a section. */
  content_type: ContentType | null;
  title: string;
  slug: string;
  path: string;
  summary: string;
  image_url: string | null;
  image_alt: string | null;
  featured: boolean;
  is_published: boolean;
  sort_order: number;
  /** The section it is in; of a section, its parent. */
  section_id: string | null;
  /** Null for content. */
  display_type: DisplayType | null;
  tags: string[];
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface SectionMoved {
  section: Section;
  /** How many sections and items have another path now. */
  moved: number;
  /** How many redirects were written for their old paths. */
  redirects: number;
}

/** What a move would do. */
export interface MovePreview {
  /** The path now. */
  from: string;
  /** The path afterwards. */
  to: string;
  /** How many addresses would redirect. */
  addresses: number;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface NamedEntryList {
  items: NamedEntry[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** An entry by its name: enough to choose it and to lead there. */
export interface NamedEntry {
  kind: EntryKind;
  id: string;
  title: string;
  /** Where it is found. */
  path: string;
  /** Whether visitors see it now. */
  is_published: boolean;
}

export interface ItemMoved {
  content_item: ContentItem;
  /** How many redirects were written for its old path. */
  redirects: number;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface RevisionList {
  items: Revision[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A revision as it stands in a list. */
export interface Revision {
  /** Counted for each item, from 1. */
  number: number;
  title: string;
  /** When the last change of it was made. */
  saved_at: string;
  /** Who made it; null for what was saved before there were revisions. */
  saved_by: string | null;
  /** How many words the body has. */
  words: number;
  is_published: boolean;
}

/** All that an item said at a time. */
export interface WholeRevision {
  /** Counted for each item, from 1. */
  number: number;
  title: string;
  /** When the last change of it was made. */
  saved_at: string;
  /** Who made it; null for what was saved before there were revisions. */
  saved_by: string | null;
  /** How many words the body has. */
  words: number;
  is_published: boolean;
  slug: string;
  /** Sanitised HTML. */
  body: string;
  summary: string;
  image_url: string | null;
  image_alt: string | null;
  tags: string[];
  published_at: string | null;
  /** Of a project. */
  technologies: string[];
  links: ProjectLink[];
  started_on: string | null;
  ended_on: string | null;
  /** Of an image. */
  media_id: string | null;
  caption: string | null;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface PreviewLinkList {
  items: PreviewLink[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A link to one item for people without an account. */
export interface PreviewLink {
  id: string;
  /** The whole address. Whoever has it sees the item. */
  url: string;
  created_at: string;
  expires_at: string;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface ChunkList {
  items: Chunk[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A chunk as clients see it. */
export interface Chunk {
  id: string;
  text: string;
  source: Source;
  chunk_type: ChunkType;
  purpose: Purpose[];
  /** Descriptive keys, such as `company`. */
  metadata: { [name: string]: unknown };
  /** What it was derived from; null when it was entered by hand. */
  origin: Origin | null;
  /** When the vector of this text was stored; null until then. */
  indexed_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Where a chunk comes from. */
export type Source = "resume" | "blog" | "opinion" | "conversation" | "voice_feedback";

/** What a chunk is. */
export type ChunkType = "achievement" | "role_summary" | "skill_context" | "education" | "meta" | "voice_example" | "anti_pattern";

/** What a chunk is good for. */
export type Purpose = "facts" | "personality" | "strategy";

/** What a chunk was derived from, and follows. */
export interface Origin {
  /** The kind of thing, such as `content` or `voice_feedback`. */
  type: string;
  id: string;
}

export interface Cleared {
  source: Source;
  /** How many chunks are gone. */
  deleted: number;
}

/** How many chunks there are of each kind; every known value is there, also at 0. */
export interface ChunkStats {
  total: number;
  by_source: { [name: string]: unknown };
  by_chunk_type: { [name: string]: unknown };
  /** A chunk that serves several purposes counts for each. */
  by_purpose: { [name: string]: unknown };
}

export interface SearchHits {
  /** Best first. */
  items: SearchHit[];
  /**
   * How many chunks the filters accept: by word, those that share words with the query; by
   * vector, those that have one; hybrid, those of which either is true.
   */
  total: number;
  took_ms: number;
}

export interface SearchHit {
  chunk: Chunk;
  /** What the order goes by; comparable within one answer only. */
  score: number;
  /** The cosine; null when the chunk was not found by its vector. */
  vector_score: number | null;
  /** BM25; null when the chunk was not found by its words. */
  keyword_score: number | null;
}

/** How the index stands. */
export interface IndexStatus {
  /**
   * What is still to be done: chunks that wait for their vector, also those whose last attempt
   * failed for a reason that will pass, and changes of the site that are not chunks yet.
   */
  pending: number;
  /**
   * What will not become better by waiting: chunks whose text the model does not take, though it
   * takes others, and changes that were given up.
   */
  failed: number;
  /** Chunks whose vector is stored. */
  indexed: number;
  /** The model that makes the vectors. */
  model: string;
  /** Whether vectors are being made again while the old ones serve, or will be in a moment. */
  rebuilding: boolean;
  /** What went wrong last, until it goes well again. */
  last_error: string | null;
}

export interface Queued {
  /** How many chunks get new vectors. */
  queued: number;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface VoiceFeedbackList {
  items: VoiceFeedback[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** An entry as its user sees it. */
export interface VoiceFeedback {
  id: string;
  user_id: string;
  original_text: string;
  final_text: string | null;
  feedback_type: FeedbackType;
  job_context: string;
  note: string | null;
  section_type: string | null;
  /** The fact that the text words, when it was given. */
  source_text: string | null;
  /** The stored vector; null until it is stored. */
  vector_id: string | null;
  created_at: string;
}

/** What the reviewer made of a text. */
export type FeedbackType = "approved" | "rejected" | "edited" | "flagged";

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface ResumeList {
  items: Resume[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A resume as clients see it. */
export interface Resume {
  id: string;
  title: string;
  /** Exactly one resume is the default, as long as there is any. */
  is_default: boolean;
  /** A JSON Resume document, as it was given. */
  document: { [name: string]: unknown };
  /** As it was given, or else as far as the texts tell; null when they do not. */
  language: ResumeLanguage | null;
  /** Whether the language is a guess from the texts. */
  language_is_guessed: boolean;
  /** What tailored resumes hide, always show, and put in order. What is hidden is not on the public page either. */
  arrangement: ResumeArrangement;
  /**
   * What of the document was not understood, or not as it stands there, and which texts others than
   * administrators do not see.
   */
  warnings: Warning[];
  created_at: string;
  updated_at: string;
}

/**
 * The languages that a resume can be set in: headings, months and the marks between words follow it. `other` is any
 * that is not among them: its headings are English, and its dates are figures.
 */
export type ResumeLanguage = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "da" | "zh" | "ja" | "other";

/** The rules of a resume as clients see them. */
export interface ResumeArrangement {
  /**
   * What reaches no tailored resume and no visitor: sections, entries, highlights. It is stronger than
   * `pinned`.
   */
  hidden: string[];
  /** What is in every tailored resume: entries and highlights. */
  pinned: string[];
  /** What is named stands in this order among those beside it, before all that are not named. */
  order: string[];
  /**
   * What was hidden and is no longer found, so that nothing comes back without a word. Setting the
   * arrangement anew forgets it.
   */
  lost: LostRule[];
}

/**
 * Something that was hidden and that the document does not have any more. It is hidden again as soon
 * as it does.
 */
export interface LostRule {
  /** Where it stood when it was last seen. */
  path: string;
  text: string;
}

/** Something in a document that was not understood, or not as it stands there. */
export interface Warning {
  /** Where, such as `document.work[0].startDate`. */
  path: string;
  /** The rest of a sentence that begins with the path. */
  message: string;
}

/** What a file says as a resume. It is stored nowhere. */
export interface ResumeDraft {
  format: ResumeFormat;
  /** What the resume would be called. */
  title: string;
  /** As far as its texts tell; null when they do not. */
  language: ResumeLanguage | null;
  /** A JSON Resume document that can be saved as it stands. */
  document: { [name: string]: unknown };
  /** What of the file, and of the document, was not understood, or not as it stands there. */
  warnings: Warning[];
}

/** What a file turned out to be. */
export type ResumeFormat = "json" | "yaml" | "linkedin";

/** How long a resume is on paper. Measured by setting it, so a PDF of the same look has as many pages. */
export interface ResumeLength {
  pages: number;
  /** How much of the last page is used, from 0 to 1. */
  filled: number;
  look: string;
  paper: string;
  language: string;
  /** Characters that no typeface of this machine has: on paper they are left out. */
  undrawn: string[];
}

/** A tailored resume as clients see it. */
export interface Tailoring {
  id: string;
  /** The tailored resume: a JSON Resume document. */
  resume: { [name: string]: unknown };
  analysis: Analysis;
  /**
   * How much of the job the owner's sources can answer, 0 to 100, apart from how good the tailoring
   * is. Null in results from before it was told.
   */
  fit: number | null;
  evaluation: Evaluation;
  /** Work that the resume does not show, in the order of the document it was made from. */
  left_out: LeftOut[];
  /** Every try, the last one last. */
  attempts: Attempt[];
  /** The chunks the resume rests on. */
  sources: Chosen[];
  /** Every statement of the resume with how it came to be and what it rests on. */
  statements: Statement[];
  /**
   * The paths of statements whose source was changed or deleted since. They are left out of everything that is made
   * to be sent.
   */
  unsupported: string[];
  /** What a model would say otherwise. No part of the resume until the owner accepts it. */
  proposals: KeptProposal[];
  /** What of the caller's feedback was near the job. */
  voice: Voice;
  generator: Generator;
  /** From 1; one more with each edit by the owner. */
  version: number;
  /** When it was last edited; null when it never was. */
  edited_at: string | null;
  /** How it is to be set. */
  options: TailoringOptions;
  /** What was asked for with the request, as paths into the document of the resume. */
  arrangement: Arrangement;
  /** The sections in the order that the owner wants; empty where nobody has said one. */
  sections: string[];
  /** Requirements of the job, in its words, that you have said you have not. */
  lacking: string[];
  /** The resume it was made from; null when there was none and the memory had to do. */
  resume_id: string | null;
  job_description: string;
  created_at: string;
  links: Links;
}

/** What a job asks for, as far as its text tells. */
export interface Analysis {
  /** The job's title; empty when the text names none. */
  title: string;
  seniority: Seniority | null;
  /** Heaviest first. */
  keywords: Keyword[];
  /** In the order of the text. */
  requirements: Requirement[];
  /** What is to be done in the job, in the order of the text. */
  responsibilities: string[];
  conditions: Conditions;
}

/** The lower rank first. */
export type Seniority = "intern" | "junior" | "mid" | "senior" | "lead" | "principal" | "executive";

/** A word or a short phrase that matters to the job. */
export interface Keyword {
  term: string;
  /** Above 0, and 1 for the heaviest. */
  weight: number;
}

export interface Requirement {
  text: string;
  level: Level;
  /** The terms by which it is looked for. */
  keywords: string[];
  /**
   * Paths of the statements that answer it, the best first; empty for a gap, and before there is a
   * resume.
   */
  answered_by: string[];
}

export type Level = "must" | "nice";

/** The terms of a job, as far as its text tells them. */
export interface Conditions {
  /** Years of experience that are asked for, at the least. */
  years: number | null;
  /** Languages of people, in the words of the text. */
  languages: string[];
  places: string[];
  /** The sentence that names the pay. */
  pay: string | null;
}

/** How good a draft is, and whether it may be delivered as passed. */
export interface Evaluation {
  /** 0 to 100. */
  score: number;
  threshold: number;
  /**
   * The score reaches the threshold and every statement is supported. What is only proposed has
   * no part in it.
   */
  passed: boolean;
  criteria: Criteria;
  /** How the statements of the resume came to be. */
  delivered: Counts;
  /** How many wordings wait for the owner. */
  proposed: number;
  /** What went wrong, for the next attempt and for the reader. */
  faults: Fault[];
}

/** Each 0 to 100. */
export interface Criteria {
  /** Share of texts that are verbatim, approved or derived: 100 in whatever is delivered. */
  support: number;
  /** Weighted share of the requirements that something in the resume answers. */
  coverage: number;
  relevance: number;
  /** How well it fills its page and no more. */
  length: number;
  /** How close it is to the caller's voice; absent when there are no examples. */
  voice: number | null;
}

/** Statements by how they came to be. */
export interface Counts {
  verbatim: number;
  approved: number;
  derived: number;
}

export type Fault = {
  kind: "unsupported";
  path: string;
  claims: string[];
} | {
  kind: "uncovered";
  requirement: string;
} | {
  kind: "too_long";
  lines: number;
  budget: number;
} | {
  kind: "more_pages";
  pages: number;
  asked: number;
} | {
  kind: "left_out_as_too_long";
  /** Where it stands in the resume's document, such as `basics/summary` or `work/0/summary`. */
  path: string;
  characters: number;
} | {
  kind: "anti_pattern";
  path: string;
};

/**
 * Work that the resume does not show. Whoever reads the result is told, so that nobody takes it for
 * a whole life.
 */
export interface LeftOut {
  /** Where it stands in the resume's document, such as `work/7`. */
  path: string;
  name: string | null;
  position: string | null;
  start: string | null;
  /** Absent when it goes on. */
  end: string | null;
}

/** One try at a resume that passes, as the answer tells of it. */
export interface Attempt {
  generator: Generator;
  /** Null when there was nothing to judge. */
  score: number | null;
  passed: boolean;
  faults: Fault[];
  /** Wordings of the model that wait for the owner. */
  proposed: number;
  /** Words of the model that cannot even be proposed: of no fact, refused before, or no plain text. */
  dropped: number;
  /** Why there was nothing to judge. */
  error: string | null;
}

/** Who has written a draft. */
export type Generator = "extractive" | "llm";

/** A fact that was chosen, as the answer's `sources` lists it. */
export interface Chosen {
  chunk_id: string;
  score: number;
  /** Paths into the tailored document. */
  used_in: string[];
}

export interface Statement {
  /** Where it stands in the tailored document, such as `work/0/highlights/1` or `basics/summary`. */
  path: string;
  text: string;
  /** How the text came to be. Absent in results that were kept before this was told. */
  kind?: Kind | null;
  /** The owner's words that it stands for, where they are others and of one text. */
  source?: string | null;
  /** What was done to the owner's words, when it was derived from them. */
  edits?: Edit[];
  receipts: Receipt[];
}

/** How a text came to be. */
export type Kind = "verbatim" | "approved" | "derived";

export type Edit = "headline" | "percent_sign" | "end_mark";

/** What a statement rests on. */
export interface Receipt {
  chunk_id: string;
  /** The parts of the chunk's text that carry the statement; the whole of it when empty. */
  spans: Span[];
}

/** A part of a text, counted in characters. */
export interface Span {
  start: number;
  /** The position after the last character. */
  end: number;
}

/** A proposal and whether somebody has accepted it. */
export interface KeptProposal {
  /** The statement it would stand for, such as `work/0/highlights/1`. */
  path: string;
  text: string;
  source: ProposalSource;
  /** What speaks against it, as far as rules about words can tell; may be empty. */
  doubts: string[];
  /** The source and the text side by side, word by word. */
  difference: Difference[];
  state: ProposalState;
}

/** The fact that a proposal words. */
export interface ProposalSource {
  chunk_id: string;
  /** The owner's words, to the letter. A proposal is approved for exactly these. */
  text: string;
}

/** A run of words of a proposal or of its source. */
export type Difference = {
  kind: "same";
  text: string;
} | {
  kind: "added";
  text: string;
} | {
  kind: "removed";
  text: string;
};

export type ProposalState = "open" | "approved" | "voice";

/** How the caller writes, as far as feedback has told. */
export interface Voice {
  /** What was approved, or written over by the caller. */
  examples: VoiceSample[];
  /** What was rejected or flagged. */
  anti_patterns: VoiceSample[];
}

/** A text of the caller's own voice, or one that must not be imitated. */
export interface VoiceSample {
  chunk_id: string;
  text: string;
  /** How close it is to what the job is about. */
  score: number;
}

/** How a result is to be set. */
export interface TailoringOptions {
  /** How many pages it may take as printed. Where it takes more, the evaluation says so. */
  pages: 1 | 2 | "any";
  paper: PaperSize;
  /** Null leaves it to the document's `meta.theme`, and to us where that says nothing. */
  look: ResumeLook | null;
  /** Whether the owner's picture is shown, where the document has one. */
  photo: boolean;
  /**
   * Of headings, months and the marks between words: that of the resume unless it was asked for
   * otherwise. Null where nobody can tell.
   */
  language: ResumeLanguage | null;
}

export type PaperSize = "a4" | "letter";

export type ResumeLook = "classic" | "modern" | "compact";

/**
 * What is hidden, pinned and put in order, as paths into the document: `work` is a section, `work/0`
 * an entry, `work/0/highlights/2` a highlight. Up to 500 of each.
 */
export interface Arrangement {
  /**
   * What reaches no tailored resume and no visitor: sections, entries, highlights. It is stronger than
   * `pinned`.
   */
  hidden: string[];
  /** What is in every tailored resume: entries and highlights. */
  pinned: string[];
  /** What is named stands in this order among those beside it, before all that are not named. */
  order: string[];
}

/** Where the result can be fetched. */
export interface Links {
  self: string;
  json: string;
  markdown: string;
  html: string;
  pdf: string;
  text: string;
  /** How many pages it has. */
  pages: string;
  /** A letter for the same job, with what it rests on. */
  letter: string;
  letter_html: string;
  letter_pdf: string;
  letter_text: string;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface TailoringSummaryList {
  items: TailoringSummary[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A tailored resume as lists show it. */
export interface TailoringSummary {
  id: string;
  /** The job's title; empty when its text names none. */
  title: string;
  score: number;
  /** How much of the job the sources can answer; null in results from before it was told. */
  fit: number | null;
  passed: boolean;
  generator: Generator;
  resume_id: string | null;
  created_at: string;
  links: Links;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface TailoringVersionList {
  items: TailoringVersion[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A version as it stands in a list. */
export interface TailoringVersion {
  /** From 1, which is what was delivered. */
  number: number;
  /** When it came to be. */
  saved_at: string;
  /** Lines that the owner has approved. */
  approved: number;
}

/** All that a result said at a time. */
export interface WholeTailoringVersion {
  /** From 1, which is what was delivered. */
  number: number;
  /** When it came to be. */
  saved_at: string;
  /** Lines that the owner has approved. */
  approved: number;
  /** A JSON Resume document. */
  resume: { [name: string]: unknown };
  statements: Statement[];
}

/** A letter for the job of a result. */
export interface Letter {
  language: string;
  look: string;
  paper: string;
  /** One, unless name and contact data alone are longer. */
  pages: number;
  /** How much of the last page is used, from 0 to 1. */
  filled: number;
  phrases: LetterPhrases;
  /** What the owner is, below the name. */
  label: Statement | null;
  summary: Statement | null;
  /** What is told of entries of the resume, in its order. */
  passages: LetterPassage[];
}

/** What the form of a letter says by itself. It states nothing about the owner. */
export interface LetterPhrases {
  /** The day it bears; empty where none was given. */
  day: string;
  subject: string;
  salutation: string;
  /** With the job's title as the posting states it. */
  opening: string;
  from_resume: string;
  request: string;
  closing: string;
}

export interface LetterPassage {
  /** The entry of the tailored resume, such as `work/0`. */
  entry: string;
  /** Who, where and when. Paths are into the tailored resume. */
  heads: Statement[];
  told: Statement[];
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface RedirectList {
  items: Redirect[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A redirect as clients see it. */
export interface Redirect {
  id: string;
  old_path: string;
  /** A path of this site, or the address of another one. */
  new_path: string;
  origin: RedirectOrigin;
  created_at: string;
  /** Never, when null. */
  expires_at: string | null;
  hits: number;
  last_hit_at: string | null;
}

export type RedirectOrigin = "move" | "manual";

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface MissList {
  items: Miss[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A path asked for in vain, as clients see it. */
export interface Miss {
  id: string;
  /** Fit for `old_path` of a redirect. */
  path: string;
  count: number;
  /** Kept to the minute. */
  last_seen: string;
  /** The path of the published page that is most like it, if any is: fit for `new_path`. */
  nearest: string | null;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface NavLinkList {
  items: NavLink[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** An entry of the site's menu. */
export interface NavLink {
  id: string;
  title: string;
  /** A site path beginning with `/`, or an http, https or mailto address. */
  url: string;
  /** The name of an icon, or empty. */
  icon: string;
  /** Links are shown in the order of this number. */
  sort_order: number;
  /** Whether the link opens in a tab of its own. */
  new_tab: boolean;
  created_at: string;
  updated_at: string;
}

/** What the site says about itself. */
export interface SiteSettings {
  title: string;
  /** One sentence about the site. It heads the home page. */
  tagline: string;
  /** The language of the site as a BCP 47 tag. */
  language: string;
  profile: Profile;
  home: Home;
  look: Look;
  /** A line at the foot of every page, such as a licence. */
  footer: string;
  /** Whether search engines are welcome. */
  indexable: boolean;
  resume: PublicResume;
  /** When the owner last changed something; null before the first change. */
  updated_at: string | null;
}

/** The person the site belongs to. */
export interface Profile {
  name: string;
  /** Plain text. A blank line begins a new paragraph. */
  biography: string;
  /** The address of a picture. */
  portrait: string | null;
  /** Where else to find this person. */
  links: ProfileLink[];
}

/** Where else to find the owner. */
export interface ProfileLink {
  /** 1 to 100 characters on one line. */
  title: string;
  /** A site path beginning with `/`, or an http, https or mailto address. */
  url: string;
  /**
   * A word for what is there, such as `email`, `code` or `mastodon`; pages show an icon for those
   * they know.
   */
  kind: string;
}

/** What the home page shows. */
export type Home = {
  type: "introduction";
} | {
  type: "section";
  id: string;
} | {
  type: "page";
  id: string;
};

/** How the pages look. */
export interface Look {
  accent: Accent;
  text_face: TextFace;
  text_size: TextSize;
  /** About how many characters a line of text has. */
  width: number;
  header: Header;
  colour_scheme: ColourScheme;
  /** Whether visitors may choose between light and dark themselves. */
  theme_switch: boolean;
  /** Dates and notes stand beside the text where there is room. */
  margin_notes: boolean;
  /** "Made with Folia" at the foot of the pages. */
  credit: boolean;
}

/**
 * The colour of links and of the current place, as hue and chroma in oklch. Its lightness follows,
 * so that it can be read on every background: see [`Accent::shades`].
 */
export interface Accent {
  /** In degrees. */
  hue: number;
  /** 0 is grey. */
  chroma: number;
}

/** The face of running text. */
export type TextFace = "book" | "plain" | "typed";

export type TextSize = "small" | "normal" | "large";

/** Where the site's name and the main sections stand. */
export type Header = "line" | "centred" | "margin";

/** What visitors see who have chosen nothing. */
export type ColourScheme = "light" | "dark" | "system";

/**
 * Which resume visitors may read, and how much of it. The resume itself belongs to another wing:
 * an id that names none shows nothing.
 */
export interface PublicResume {
  /** No resume is public while this is null. */
  id: string | null;
  /** What visitors see besides the work itself. */
  show: ResumePart[];
}

/** A part of a resume that its owner may want to keep from the public. */
export type ResumePart = "email" | "phone" | "picture" | "references" | "street" | "city" | "pdf" | "search-engines";

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface UploadList {
  items: Upload[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** An upload, with all a page needs to show it. */
export interface Upload {
  id: string;
  kind: UploadKind;
  /** The full picture, or the video. */
  url: string;
  /** Of what `url` leads to. */
  width: number;
  height: number;
  bytes: number;
  filter: string;
  alt: string;
  /** What stands below it, in plain text. */
  caption: string;
  /**
   * What must stay in sight where a part of the picture is shown: per cent from the left. The
   * middle unless it was set.
   */
  focal_x: number;
  /** Per cent from the top. */
  focal_y: number;
  /** ThumbHash in base64: a blur to show while the picture loads. Videos have none. */
  placeholder: string | null;
  /** Seconds, for videos that tell. */
  duration: number | null;
  /** From the smallest to `full`. None is wider than what was sent. Videos have none. */
  variants: UploadVariant[];
  srcset: string;
  sizes: string;
  /** The whole element, ready to be put into a page. */
  markup: string;
  created_at: string;
}

export type UploadKind = "image" | "video";

export interface UploadVariant {
  /** `small`, `medium`, `large` or `full`. */
  name: string;
  width: number;
  height: number;
  url: string;
  bytes: number;
}

/** Where the thumbnails are, by filter. */
export interface Previews {
  previews: { [name: string]: string };
  /** When they will be gone. */
  expires_at: string;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface UploadUseList {
  items: UploadUse[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** One place that shows an upload. */
export interface UploadUse {
  kind: UploadUsedBy;
  /** Of what shows it. The settings have none. */
  id: string | null;
  title: string;
  /** Where it is on the site, if it has an address there. */
  path: string | null;
  is_published: boolean;
  /** Whether it is deleted, or below something that is. It would show a gap when it is restored. */
  is_deleted: boolean;
  place: UploadPlace;
}

export type UploadUsedBy = "section" | "story" | "project" | "page" | "image" | "settings" | "resume";

/** Where in it. */
export type UploadPlace = "settings" | "resume" | "body" | "cover" | "image" | "section";

/** Who the service takes the caller for. */
export interface Session {
  authenticated: boolean;
  user: User | null;
  /**
   * What a change has to carry in `X-CSRF-Token` when it is authenticated by cookie. Absent for
   * those who are not, as they need none.
   */
  csrf_token: string | null;
}

export interface User {
  id: string;
  email: string | null;
  name: string | null;
  role: Role;
}

/** What somebody who is signed in may do. */
export type Role = "member" | "admin";

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface OwnSessionList {
  items: OwnSession[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A browser in which somebody is signed in. */
export interface OwnSession {
  /** Names the session; it opens nothing. */
  id: string;
  created_at: string;
  /** Kept to the minute. */
  last_used_at: string;
  /** In plain words, such as "Firefox on Linux". */
  browser: string;
  /** Whether it is the one this request came with. */
  current: boolean;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface TokenList {
  items: Token[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** A token without its secret. */
export interface Token {
  id: string;
  name: string;
  role: Role;
  /** The user that requests with this token act as. */
  user_id: string;
  created_at: string;
  expires_at: string | null;
  /** Kept to the minute. */
  last_used_at: string | null;
}

/** A token with its secret, which is shown this once. */
export interface NewToken {
  id: string;
  name: string;
  role: Role;
  /** The user that requests with this token act as. */
  user_id: string;
  created_at: string;
  expires_at: string | null;
  /** Kept to the minute. */
  last_used_at: string | null;
  /** What to send as `Authorization: Bearer …`. It is kept nowhere. */
  token: string;
}

export interface Received {
  status: string;
}

/** What has to come back with a message. */
export interface Form {
  /**
   * When this form was handed out, sealed. Good for one message, after a few seconds and for
   * 24 hours.
   */
  rendered_at: string;
  challenge: Challenge;
}

/** What a form needs to get a `challenge_token`. */
export interface Challenge {
  /** `builtin`, the name of a well-known service, or `external`. */
  provider: string;
  /** The key of this site at the service. */
  site_key?: string | null;
  /** Of the built-in one: the text to work on. */
  challenge?: string | null;
  /** How many numbers to find. */
  parts?: number | null;
  /** How many zero bits each of their hashes begins with. */
  bits?: number | null;
  expires_at?: string | null;
}

/** A part of a list, with how long the whole list is: the envelope of every list answer. */
export interface MessageList {
  items: Message[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
}

/** What a visitor wrote. */
export interface Message {
  id: string;
  name: string;
  email: string;
  /** Plain text: tags were taken out. */
  message: string;
  /** SHA-256 of the sender's address. The address itself is not kept. */
  ip_hash: string;
  /** Who sent it, when they were signed in. */
  user_id: string | null;
  created_at: string;
  read: boolean;
}

/** How often the pages of the site were looked at. */
export interface Visits {
  /** Every day of the period, also without views, today last. Days are those of UTC. */
  days: DayViews[];
  /**
   * The pages that were looked at most, at most 50. What is gone has no page any more, but its
   * views are among those of the days.
   */
  pages: PageViews[];
}

export interface DayViews {
  /** Such as `2026-03-01`. */
  day: string;
  views: number;
}

export interface PageViews {
  /** Where the page is now, without a slash before it; empty for the start page. */
  path: string;
  title: string;
  views: number;
}

/** That the process runs. */
export interface Live {
  status: string;
}

/** That it can do its work, with the state of everything it depends on. */
export interface Ready {
  status: string;
  dependencies: Dependencies;
}

export interface Dependencies {
  database: string;
  media: string;
}

/**
 * A change of a section: what is absent stays as it is. A change of `slug` or `parent_id` is a
 * move.
 */
export interface SectionChange {
  title?: string | null;
  slug?: string | null;
  /** Null moves the section to the top level. */
  parent_id?: string | null;
  icon?: string | null;
  description?: string | null;
  image_url?: string | null;
  display_type?: DisplayType | null;
  nav_visibility?: NavVisibility | null;
  is_published?: boolean | null;
  sort_order?: number | null;
}

export type ChildrenSort = "-published_at" | "title" | "sort_order";

/** Where a section is to go. */
export interface MoveSection {
  /** The new parent; null is the top level. */
  parent_id: string | null;
  slug?: string | null;
  sort_order?: number | null;
}

/** Where a section might go. What is absent stays as it is. */
export interface PreviewSectionMove {
  /** The new parent; null is the top level. */
  parent_id?: string | null;
  slug?: string | null;
  /** Changes no address. It is read, so that what a move refuses is refused here, too. */
  sort_order?: number | null;
}

export type ContentSort = "-published_at" | "published_at" | "title" | "sort_order";

/**
 * What a client may say about an item. A new one needs a `title` (an image a `title` or a
 * `media_id`); in a change, what is absent stays as it is, and a change of `slug` or `section_id`
 * is a move.
 */
export interface ItemInput {
  /** 1 to 300 characters on one line. */
  title?: string | null;
  /** Made from the title when a new item has none. */
  slug?: string | null;
  /** Null is the top of the site. */
  section_id?: string | null;
  /** HTML; it is sanitised, and what is stored is what is answered. */
  body?: string | null;
  /** Up to 280 characters. Null or empty: made from the body. */
  summary?: string | null;
  /** Null or empty: the first image of the body. */
  image_url?: string | null;
  image_alt?: string | null;
  tags?: string[] | null;
  featured?: boolean | null;
  is_published?: boolean | null;
  /** Set when the item is published for the first time, unless given. */
  published_at?: string | null;
  sort_order?: number | null;
  technologies?: string[] | null;
  links?: ProjectLink[] | null;
  /** `2026`, `2026-03` or `2026-03-01`. */
  started_on?: string | null;
  ended_on?: string | null;
  media_id?: string | null;
  caption?: string | null;
}

/** Where an item is to go. */
export interface MoveItem {
  /** The new section; null is the top of the site. */
  section_id: string | null;
  slug?: string | null;
}

/** Where an item might go. What is absent stays as it is. */
export interface PreviewItemMove {
  /** The new section; null is the top of the site. */
  section_id?: string | null;
  slug?: string | null;
}

export interface NewPreviewLink {
  /** How long the link works, from 1 to 30; 7 unless given. */
  days?: number | null;
}

/**
 * What a client may say about a chunk. A new one needs all but `metadata`; in a change, what is
 * absent stays as it is.
 */
export interface ChunkInput {
  /** 1 to 8,000 characters. */
  text?: string | null;
  source?: Source | null;
  chunk_type?: ChunkType | null;
  /** One purpose, or a list of them. */
  purpose?: AtLeastOnePurpose | null;
  /** Descriptive keys: up to 16 KiB, 8 levels and 200 keys. */
  metadata?: { [name: string]: PlainValue } | null;
}

/** How the description shows a [`OneOrMore`] whose list must not be empty. */
export type AtLeastOnePurpose = Purpose | Purpose[];

/** Any JSON. Texts and names must not hold a NUL character. */
export type PlainValue = number | boolean | null | string | PlainValue[] | { [name: string]: PlainValue };

/** What to look for. */
export interface SearchPreview {
  /** 1 to 20,000 characters: a whole job posting fits. */
  query: string;
  /** 1 or more; above 100 it is lowered to 100. */
  limit?: number | null;
  source?: OneOrMoreSource | null;
  chunk_type?: OneOrMoreChunkType | null;
  purpose?: OneOrMorePurpose | null;
  mode?: Mode | null;
}

/** A value that may be given alone or in a list. */
export type OneOrMoreSource = Source | Source[];

/** A value that may be given alone or in a list. */
export type OneOrMoreChunkType = ChunkType | ChunkType[];

/** A value that may be given alone or in a list. */
export type OneOrMorePurpose = Purpose | Purpose[];

/** What a search goes by. */
export type Mode = "vector" | "keyword" | "hybrid";

/** What to make again. */
export interface Reindex {
  /** One source; everything when absent. */
  source?: Source | null;
}

/**
 * What a client may say about a resume. A new one needs `document`; in a change, what is absent
 * stays as it is.
 */
export interface ResumeInput {
  /**
   * 1 to 200 characters on one line. Unless it is given, a new resume is called after its label
   * or its name.
   */
  title?: string | null;
  /** `true` makes this resume the default in place of the one that was. */
  is_default?: boolean | null;
  /**
   * A JSON Resume document of any version: up to 256 KiB, 16 levels and 10,000 values, each text up to
   * 8,000 characters, and 1,000 facts: an entry is one, and so is each of its highlights. It is kept to the letter; what could not be understood is in `warnings`.
   */
  document?: { [name: string]: PlainValue } | null;
  /** One of ten; null to go by the texts, as for a new resume unless it is given. */
  language?: ResumeLanguage | null;
  /**
   * What tailored resumes hide, always show, and put in order; replaced as a whole. Its paths are of the
   * document that is given with it, or else of the one that is there. Without it the rules go along with
   * what they are about when the document changes.
   */
  arrangement?: ArrangementInput | null;
}

/**
 * What is hidden, pinned and put in order, as paths into the document: `work` is a section, `work/0`
 * an entry, `work/0/highlights/2` a highlight. Up to 500 of each.
 */
export interface ArrangementInput {
  /**
   * What reaches no tailored resume and no visitor: sections, entries, highlights. It is stronger than
   * `pinned`.
   */
  hidden?: string[];
  /** What is in every tailored resume: entries and highlights. */
  pinned?: string[];
  /** What is named stands in this order among those beside it, before all that are not named. */
  order?: string[];
}

export interface ResumeFile {
  /**
   * JSON Resume as JSON or YAML of up to 256 KiB, or the data export of LinkedIn as a ZIP archive of up
   * to 16 MiB, or one of its tables.
   */
  file: Blob;
}

/** What a client asks for. */
export interface TailorInput {
  /** The text of the job: 1 to 20,000 characters. */
  job_description: string;
  /** The resume to tailor; the default one unless it is given. */
  resume_id?: string | null;
  /** The score from which a resume passes: 0 to 100, and 60 unless it is given. */
  threshold?: number | null;
  /** How often to try: 1 to 5, and 3 unless it is given. */
  max_attempts?: number | null;
  /** What this result hides, shows and puts in order, beside what the resume says for all. */
  arrangement?: ArrangementInput | null;
  /** How many pages the resume may take as printed: 1, 2 or `any`; 1 unless it is given. */
  pages?: 1 | 2 | "any" | null;
  /** A4 unless it is given. */
  paper?: PaperSize | null;
  /** Null leaves it to the document's `meta.theme`. */
  look?: ResumeLook | null;
  /** Whether the owner's picture is shown; not unless it is given. */
  photo?: boolean | null;
  /** The language of headings and months; that of the resume unless it is given. */
  language?: ResumeLanguage | null;
}

/** What is to be said otherwise, and how the result is to be set. What is absent stays as it is. */
export interface TailoringEdit {
  /** Up to 100 lines. Either all of them are taken or none is. */
  lines?: LineEdit[];
  /** 1, 2 or `any`. The choice of lines stays as it is. */
  pages?: 1 | 2 | "any" | null;
  paper?: PaperSize | null;
  /** Null for that of the document's `meta.theme`. */
  look?: ResumeLook | null;
  photo?: boolean | null;
  /** Null for that of the resume. */
  language?: ResumeLanguage | null;
  /**
   * Requirements of the job, in its words, that you have not. They take the place of those that you have
   * named before, and are known again when you tailor for the same job.
   */
  lacking?: string[] | null;
}

export interface LineEdit {
  /**
   * Of the statement, such as `work/0/highlights/1` or `basics/summary`: a highlight, a summary, a
   * description, a reference or the title below the name. Names and dates are changed in the resume.
   */
  path: string;
  /** 1 to 2,000 characters. */
  text: string;
}

/**
 * What a client may say about a link. A new one needs `title` and `url`; in a change, what is
 * absent stays as it is.
 */
export interface NavLinkInput {
  /** 1 to 100 characters on one line. */
  title?: string | null;
  url?: string | null;
  /** Up to 100 characters. */
  icon?: string | null;
  /** A new link goes after the last one unless this is given. */
  sort_order?: number | null;
  new_tab?: boolean | null;
}

/**
 * A change of the settings: what is absent stays as it is, also inside `profile`, `look` and
 * `resume`. Lists and `home` are replaced as a whole.
 */
export interface SettingsChange {
  /** 1 to 120 characters on one line. */
  title?: string | null;
  /** Up to 300 characters on one line. */
  tagline?: string | null;
  /** A BCP 47 tag such as `en` or `de-CH`. */
  language?: string | null;
  profile?: ProfileChange | null;
  home?: Home | null;
  look?: LookChange | null;
  /** Up to 500 characters on one line. */
  footer?: string | null;
  indexable?: boolean | null;
  resume?: ResumeChange | null;
}

export interface ProfileChange {
  /** Up to 120 characters on one line. */
  name?: string | null;
  /** Up to 2000 characters of plain text. */
  biography?: string | null;
  /** A site path or an http or https address. Null or empty: none. */
  portrait?: string | null;
  links?: ProfileLinkInput[] | null;
}

/** Where else to find the owner. */
export interface ProfileLinkInput {
  /** 1 to 100 characters on one line. */
  title: string;
  /** A site path beginning with `/`, or an http, https or mailto address. */
  url: string;
  /**
   * A word for what is there, such as `email`, `code` or `mastodon`; pages show an icon for those
   * they know.
   */
  kind?: string;
}

export interface LookChange {
  accent?: Accent | null;
  text_face?: TextFace | null;
  text_size?: TextSize | null;
  /** 50 to 80 characters. */
  width?: number | null;
  header?: Header | null;
  colour_scheme?: ColourScheme | null;
  theme_switch?: boolean | null;
  margin_notes?: boolean | null;
  credit?: boolean | null;
}

export interface ResumeChange {
  /** Null takes the public resume away. */
  id?: string | null;
  show?: ResumePart[] | null;
}

/** The parts of the form, in any order. */
export interface UploadForm {
  /**
   * A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels, or an MP4 or WebM
   * video. What it is, its content tells.
   */
  file: Blob;
  /**
   * `none`, `auto_enhance`, `warm`, `cool`, `high_contrast`, `bw` or `vivid`. Anything else is
   * `none`.
   */
  image_filter?: string | null;
  /** What the picture shows, for those who do not see it. Up to 1000 characters. */
  alt?: string | null;
}

export interface PreviewForm {
  /** A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels. */
  file: Blob;
}

/** What the owner says about an upload. What is absent stays as it is. */
export interface UploadInput {
  /** What it shows, for those who do not see it. Empty for what is decoration. */
  alt?: string | null;
  /** What stands below it, in plain text. */
  caption?: string | null;
  /** What must stay in sight where a part of the picture is shown: per cent from the left. */
  focal_x?: number | null;
  /** Per cent from the top. */
  focal_y?: number | null;
}

/** The parts of the form, in any order. */
export interface ReplacementForm {
  /**
   * A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels. What it is, its
   * content tells.
   */
  file: Blob;
  /**
   * `none`, `auto_enhance`, `warm`, `cool`, `high_contrast`, `bw` or `vivid`. Anything else is
   * `none`.
   */
  image_filter?: string | null;
  /** What the picture shows; as it was when it is absent or empty. */
  alt?: string | null;
}

export interface TokenInput {
  /** What it is for, in your words: 1 to 100 characters. */
  name: string;
  role: Role;
  /**
   * The user that requests with this token act as. An admin's token acts as the owner unless
   * this is given, a member's as a user of its own.
   */
  user_id?: string | null;
  /** When it stops working. Not given: when it is revoked. */
  expires_at?: string | null;
}

/** A message as it is sent. What is left out is empty. */
export interface Submission {
  /** 1 to 100 characters on one line. Whoever is signed in may leave it out. */
  name?: string;
  /** Whoever is signed in may leave it out. */
  email?: string;
  /** 1 to 2000 characters. Tags are taken out. */
  message?: string;
  /** Must be empty: people do not see this field. */
  topic?: string;
  /** What the challenge of `GET /contact/form` was solved to. */
  challenge_token?: string;
  /** The `rendered_at` of `GET /contact/form`, unchanged. */
  rendered_at?: string;
}

/** What the owner may change about a message. */
export interface MessageChange {
  read?: boolean | null;
}

/** A new section. Only `title` is required. */
export interface NewSection {
  /** 1 to 300 characters on one line. */
  title: string;
  /** Made from the title when absent. */
  slug?: string | null;
  /** The section above; absent or null for the top level. */
  parent_id?: string | null;
  icon?: string | null;
  description?: string | null;
  image_url?: string | null;
  display_type?: DisplayType | null;
  nav_visibility?: NavVisibility | null;
  is_published?: boolean | null;
  /** After the last sibling when absent. */
  sort_order?: number | null;
}

/**
 * What a client may say about an item. A new one needs a `title` (an image a `title` or a
 * `media_id`); in a change, what is absent stays as it is, and a change of `slug` or `section_id`
 * is a move.
 */
export interface NewItem {
  /** 1 to 300 characters on one line. */
  title: string;
  /** Made from the title when a new item has none. */
  slug?: string | null;
  /** Null is the top of the site. */
  section_id?: string | null;
  /** HTML; it is sanitised, and what is stored is what is answered. */
  body?: string | null;
  /** Up to 280 characters. Null or empty: made from the body. */
  summary?: string | null;
  /** Null or empty: the first image of the body. */
  image_url?: string | null;
  image_alt?: string | null;
  tags?: string[] | null;
  featured?: boolean | null;
  is_published?: boolean | null;
  /** Set when the item is published for the first time, unless given. */
  published_at?: string | null;
  sort_order?: number | null;
  technologies?: string[] | null;
  links?: ProjectLink[] | null;
  /** `2026`, `2026-03` or `2026-03-01`. */
  started_on?: string | null;
  ended_on?: string | null;
  media_id?: string | null;
  caption?: string | null;
}

/**
 * What a client may say about a chunk. A new one needs all but `metadata`; in a change, what is
 * absent stays as it is.
 */
export interface NewChunk {
  /** 1 to 8,000 characters. */
  text: string;
  source: Source;
  chunk_type: ChunkType;
  /** One purpose, or a list of them. */
  purpose: AtLeastOnePurpose;
  /** Descriptive keys: up to 16 KiB, 8 levels and 200 keys. */
  metadata?: { [name: string]: PlainValue } | null;
}

/** What a reviewer says about a text. */
export interface VoiceFeedbackCreate {
  /** 1 to 8,000 characters. */
  original_text: string;
  /** Up to 8,000 characters; required when the text was edited. */
  final_text?: string | null;
  feedback_type: FeedbackType;
  /** What the text was written for: 1 to 20,000 characters. */
  job_context: string;
  /** Up to 2,000 characters. */
  note?: string | null;
  /** Up to 100 characters. */
  section_type?: string | null;
  /**
   * The fact that the text words, to the letter: 1 to 8,000 characters. Unless it is given, an
   * edited text words its `original_text`. What the owner approves or edits becomes an approved
   * wording of that fact; from anybody else it is voice only.
   */
  source_text?: string | null;
}

/**
 * What a client may say about a resume. A new one needs `document`; in a change, what is absent
 * stays as it is.
 */
export interface NewResume {
  /**
   * 1 to 200 characters on one line. Unless it is given, a new resume is called after its label
   * or its name.
   */
  title?: string | null;
  /** `true` makes this resume the default in place of the one that was. */
  is_default?: boolean | null;
  /**
   * A JSON Resume document of any version: up to 256 KiB, 16 levels and 10,000 values, each text up to
   * 8,000 characters, and 1,000 facts: an entry is one, and so is each of its highlights. It is kept to the letter; what could not be understood is in `warnings`.
   */
  document: { [name: string]: PlainValue };
  /** One of ten; null to go by the texts, as for a new resume unless it is given. */
  language?: ResumeLanguage | null;
  /**
   * What tailored resumes hide, always show, and put in order; replaced as a whole. Its paths are of the
   * document that is given with it, or else of the one that is there. Without it the rules go along with
   * what they are about when the document changes.
   */
  arrangement?: ArrangementInput | null;
}

/** A redirect made by hand. */
export interface NewRedirect {
  /** The address that visitors come to; nothing may be there. */
  old_path: string;
  /** A path of this site, or an absolute https address. */
  new_path: string;
  /** When it ends. Absent: after the configured time; null: never. */
  expires_at?: string | null;
}

/**
 * What a client may say about a link. A new one needs `title` and `url`; in a change, what is
 * absent stays as it is.
 */
export interface NewNavLink {
  /** 1 to 100 characters on one line. */
  title: string;
  url: string;
  /** Up to 100 characters. */
  icon?: string | null;
  /** A new link goes after the last one unless this is given. */
  sort_order?: number | null;
  new_tab?: boolean | null;
}

/** What a call gives back. */
export interface Answer<T> {
  data: T;
  status: number;
  /** The version of what was answered, for `ifMatch` of a later change. */
  etag: string | null;
  /** Where a new resource is. */
  location: string | null;
  /** Under which id the service has logged the request. */
  requestId: string | null;
  /** The address that answered, where it is not the one that was asked. */
  redirectedTo: string | null;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Headers beside those that the client sends anyway. */
  headers?: Record<string, string> | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` the change is meant for. If the resource has another one by now, the call fails with `stale`. */
  ifMatch?: string | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Makes the call safe to repeat when its answer was lost: within a day the same call under the same key is answered
   * as the first one was, and makes nothing again.
   */
  idempotencyKey?: string | undefined;
}

/** All that a call can be told besides. */
type AnyOptions = ChangeOptions & CreateOptions;

export interface ClientOptions {
  /** Where the API is: `/api` unless given. */
  base?: string;
  /** Sends requests: the `fetch` of the surroundings unless given. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** A token of a program, sent as `Authorization: Bearer`. */
  token?: () => string | null | undefined;
  /** The `csrf_token` of the session, sent with every change by cookie. */
  csrfToken?: () => string | null | undefined | Promise<string | null | undefined>;
  /**
   * Asked when the service refuses a call. Whoever has removed the cause (by signing in again) says true, and the
   * call is sent once more.
   */
  recover?: (problem: ProblemError) => Promise<boolean>;
}

/** The service refused. Failures of the network are those of `fetch`, unchanged. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** What programs compare. */
  readonly code: ProblemCode;
  readonly status: number;
  /** Which values are not valid; empty for other problems. */
  readonly errors: FieldError[];
  /** How many seconds to wait before trying again. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly problem: Problem;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    const wait = Number(headers.get("retry-after") ?? NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : null;
    this.requestId = headers.get("x-request-id");
  }

  /** What is wrong with one field. */
  messageFor(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

export type QueryValue = string | number | boolean | null | undefined;

export interface RawRequest {
  method: string;
  /** Below `base`, encoded. */
  path: string;
  query?: Record<string, QueryValue> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form with files. */
  form?: object;
  /** What to ask for: JSON unless given. */
  accept?: string;
}

type AnswerKind = "json" | "text" | "file" | "nothing";

/** How requests are sent. The calls are in `FoliaClient`. */
export class Transport {
  private readonly options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.options = options;
  }

  /**
   * Sends a request and gives back the answer as it comes, with its body unread: for streams of events and for
   * whatever else the calls do not cover. Fails with a `ProblemError` where the service refuses.
   */
  async send(request: RawRequest, options: AnyOptions = {}): Promise<Response> {
    try {
      return await this.sendOnce(request, options);
    } catch (error) {
      const recover = this.options.recover;
      if (error instanceof ProblemError && recover && (await recover(error))) {
        return this.sendOnce(request, options);
      }
      throw error;
    }
  }

  protected async call<T>(request: RawRequest, kind: AnswerKind, options: AnyOptions): Promise<Answer<T>> {
    const accept = kind === "json" || kind === "nothing" ? "application/json" : "*/*";
    const response = await this.send({ accept, ...request }, options);
    return {
      data: (await read(response, kind)) as T,
      status: response.status,
      etag: response.headers.get("etag"),
      location: response.headers.get("location"),
      requestId: response.headers.get("x-request-id"),
      redirectedTo: response.redirected ? response.url : null,
    };
  }

  private async sendOnce(request: RawRequest, options: AnyOptions): Promise<Response> {
    const headers = new Headers({ accept: request.accept ?? "application/json", ...options.headers });
    const init: RequestInit = { method: request.method, headers };
    if (options.signal) init.signal = options.signal;
    if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    const token = this.options.token?.();
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (request.method !== "GET") {
      const secret = await this.options.csrfToken?.();
      if (secret) headers.set("x-csrf-token", secret);
    }
    if (request.form !== undefined) {
      init.body = formData(request.form);
    } else if (request.json !== undefined) {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(request.json);
    }
    const send = this.options.fetch ?? ((address: string, given: RequestInit) => fetch(address, given));
    const response = await send((this.options.base ?? "/api") + request.path + search(request.query), init);
    if (response.ok) return response;
    throw new ProblemError(await problem(response), response.headers);
  }
}

function read(response: Response, kind: AnswerKind): Promise<unknown> {
  switch (kind) {
    case "json":
      return response.json();
    case "text":
      return response.text();
    case "file":
      return response.blob();
    case "nothing":
      return Promise.resolve(undefined);
  }
}

/** The problem document, or one in its place where something between us and the service has answered. */
async function problem(response: Response): Promise<Problem> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/problem+json")) return (await response.json()) as Problem;
  return {
    type: "about:blank",
    code: response.status >= 500 ? "unavailable" : "malformed",
    title: response.statusText,
    status: response.status,
    detail: `The answer was ${response.status} ${response.statusText}`.trim() + ".",
  };
}

function search(query: Record<string, QueryValue> | undefined): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}

function formData(parts: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/** Every call of the API. */
export class FoliaClient extends Transport {
  /**
   * List the sections (GET /sections; anyone).
   * By depth, `sort_order` and title.
   */
  getSections(
    input: CallOptions & {
      query?: {
        nav_visibility?: NavVisibility;
        /** Only what is directly below this section; `root` for the top level. */
        parent_id?: string;
        /** `true` shows drafts to those who are signed in. */
        include_unpublished?: string;
        /** `true` shows deleted sections to administrators. */
        include_deleted?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<SectionList>> {
    return this.call({ method: "GET", path: "/sections", query: input.query }, "json", input);
  }

  /** Create a section (POST /sections; admin). */
  postSections(
    input: CreateOptions & {
      body: NewSection;
    },
  ): Promise<Answer<Section>> {
    return this.call({ method: "POST", path: "/sections", json: input.body }, "json", input);
  }

  /**
   * The sections of the main navigation (GET /sections/navigation; anyone).
   * As `GET /sections?nav_visibility=main`, and may be cached for five minutes.
   */
  getSectionsNavigation(
    input: CallOptions & {} = {},
  ): Promise<Answer<SectionList>> {
    return this.call({ method: "GET", path: "/sections/navigation" }, "json", input);
  }

  /**
   * How much is in each section (GET /sections/counts; admin).
   * Drafts are counted, what is in sections below is not. Empty sections are left out.
   */
  getSectionsCounts(
    input: CallOptions & {} = {},
  ): Promise<Answer<SectionCounts>> {
    return this.call({ method: "GET", path: "/sections/counts" }, "json", input);
  }

  /**
   * Read a section by its slug (GET /sections/slug/{slug}; anyone).
   * Slugs may repeat below different parents: the one nearest to the top is meant.
   */
  getSectionsSlugBySlug(
    input: CallOptions & {
      slug: string;
    },
  ): Promise<Answer<Section>> {
    return this.call({ method: "GET", path: `/sections/slug/${encodeURIComponent(input.slug)}` }, "json", input);
  }

  /**
   * Find out what is at a path (GET /sections/resolve-path/{full_path}; anyone).
   * Letter case and slashes around the path do not matter. Drafts are found only by those who are signed in.
   */
  getSectionsResolvePathByFullPath(
    input: CallOptions & {
      /** The rest of the path. Its slashes may be sent as they are or encoded. */
      full_path: string;
    },
  ): Promise<Answer<Resolved>> {
    return this.call({ method: "GET", path: `/sections/resolve-path/${encodeURIComponent(input.full_path)}` }, "json", input);
  }

  /** Read one section (GET /sections/{id}; anyone). */
  getSectionsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Section>> {
    return this.call({ method: "GET", path: `/sections/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change a section (PUT /sections/{id}; admin).
   * What the body leaves out stays as it is. A change of `slug` or `parent_id` is a move: everything below moves along and old paths redirect. When a `sort_order` leaves no room beside a sibling, all siblings are spaced out again.
   */
  putSectionsById(
    input: ChangeOptions & {
      id: string;
      body: SectionChange;
    },
  ): Promise<Answer<Section>> {
    return this.call({ method: "PUT", path: `/sections/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a section (DELETE /sections/{id}; admin).
   * It and everything below it is hidden, kept, and can be restored.
   */
  deleteSectionsById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/sections/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /** Bring a deleted section back (POST /sections/{id}/restore; admin). */
  postSectionsByIdRestore(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Section>> {
    return this.call({ method: "POST", path: `/sections/${encodeURIComponent(input.id)}/restore` }, "json", input);
  }

  /** List what is in a section (GET /sections/{id}/children; anyone). */
  getSectionsByIdChildren(
    input: CallOptions & {
      id: string;
      query?: {
        /** Include the content of all sections below. */
        subtree?: boolean;
        featured_only?: boolean;
        /** Only content of this type, and no sections. */
        content_type?: ContentType;
        sort?: ChildrenSort;
        /** `true` shows drafts to those who are signed in. */
        include_unpublished?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    },
  ): Promise<Answer<ListingItemList>> {
    return this.call({ method: "GET", path: `/sections/${encodeURIComponent(input.id)}/children`, query: input.query }, "json", input);
  }

  /**
   * Move a section (PUT /sections/{id}/move; admin).
   * Everything below moves along, in one transaction, and every old path redirects to where its owner is now.
   */
  putSectionsByIdMove(
    input: ChangeOptions & {
      id: string;
      body: MoveSection;
    },
  ): Promise<Answer<SectionMoved>> {
    return this.call({ method: "PUT", path: `/sections/${encodeURIComponent(input.id)}/move`, json: input.body }, "json", input);
  }

  /**
   * Ask what moving a section would do (POST /sections/{id}/preview-move; admin).
   * Answers what the move would do, or refuses as it would. Nothing is changed.
   */
  postSectionsByIdPreviewMove(
    input: ChangeOptions & {
      id: string;
      body: PreviewSectionMove;
    },
  ): Promise<Answer<MovePreview>> {
    return this.call({ method: "POST", path: `/sections/${encodeURIComponent(input.id)}/preview-move`, json: input.body }, "json", input);
  }

  /**
   * Find sections and content by title or path (GET /content/find; signed in).
   * For making links and for going somewhere. Administrators find drafts, too.
   */
  getContentFind(
    input: CallOptions & {
      query?: {
        /**
         * A part of the title or the path, or some words of them; letter case does not matter.
         * Without it everything is found, what was changed last first.
         */
        q?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<NamedEntryList>> {
    return this.call({ method: "GET", path: "/content/find", query: input.query }, "json", input);
  }

  /** List content of one type (GET /content/{content_type}; anyone). */
  getContentByContentType(
    input: CallOptions & {
      content_type: ContentType;
      query?: {
        /** Only what is directly in this section; `root` for what is in none. */
        section_id?: string;
        tag?: string;
        featured?: boolean;
        /** Only what has this text in its title, summary or tags; letter case does not matter. */
        q?: string;
        sort?: ContentSort;
        /** `true` shows drafts to those who are signed in. */
        include_unpublished?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    },
  ): Promise<Answer<ListingItemList>> {
    return this.call({ method: "GET", path: `/content/${encodeURIComponent(input.content_type)}`, query: input.query }, "json", input);
  }

  /** Create content (POST /content/{content_type}; admin). */
  postContentByContentType(
    input: CreateOptions & {
      content_type: ContentType;
      body: NewItem;
    },
  ): Promise<Answer<ContentItem>> {
    return this.call({ method: "POST", path: `/content/${encodeURIComponent(input.content_type)}`, json: input.body }, "json", input);
  }

  /** Read one content item (GET /content/{content_type}/{id}; anyone). */
  getContentByContentTypeById(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
    },
  ): Promise<Answer<ContentItem>> {
    return this.call({ method: "GET", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change a content item (PUT /content/{content_type}/{id}; admin).
   * What the body leaves out stays as it is. A change of `slug` or `section_id` is a move: the old address redirects.
   */
  putContentByContentTypeById(
    input: ChangeOptions & {
      content_type: ContentType;
      id: string;
      body: ItemInput;
    },
  ): Promise<Answer<ContentItem>> {
    return this.call({ method: "PUT", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a content item (DELETE /content/{content_type}/{id}; admin).
   * It is kept and can be restored.
   */
  deleteContentByContentTypeById(
    input: ChangeOptions & {
      content_type: ContentType;
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /** Bring a deleted content item back (POST /content/{content_type}/{id}/restore; admin). */
  postContentByContentTypeByIdRestore(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
    },
  ): Promise<Answer<ContentItem>> {
    return this.call({ method: "POST", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/restore` }, "json", input);
  }

  /**
   * Move a content item (PUT /content/{content_type}/{id}/move; admin).
   * The old path redirects to where the item is now.
   */
  putContentByContentTypeByIdMove(
    input: ChangeOptions & {
      content_type: ContentType;
      id: string;
      body: MoveItem;
    },
  ): Promise<Answer<ItemMoved>> {
    return this.call({ method: "PUT", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/move`, json: input.body }, "json", input);
  }

  /**
   * Ask what moving a content item would do (POST /content/{content_type}/{id}/preview-move; admin).
   * Answers what the move would do, or refuses as it would. Nothing is changed.
   */
  postContentByContentTypeByIdPreviewMove(
    input: ChangeOptions & {
      content_type: ContentType;
      id: string;
      body: PreviewItemMove;
    },
  ): Promise<Answer<MovePreview>> {
    return this.call({ method: "POST", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/preview-move`, json: input.body }, "json", input);
  }

  /**
   * List the revisions of a content item (GET /content/{content_type}/{id}/revisions; admin).
   * What the item said after each change, newest first; the first of them is what it says now. The newest 50 are kept, and quick changes of one person are one revision.
   */
  getContentByContentTypeByIdRevisions(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    },
  ): Promise<Answer<RevisionList>> {
    return this.call({ method: "GET", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/revisions`, query: input.query }, "json", input);
  }

  /** Read one revision of a content item (GET /content/{content_type}/{id}/revisions/{number}; admin). */
  getContentByContentTypeByIdRevisionsByNumber(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
      number: number;
    },
  ): Promise<Answer<WholeRevision>> {
    return this.call({ method: "GET", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/revisions/${encodeURIComponent(input.number)}` }, "json", input);
  }

  /**
   * Make a content item say what it said before (POST /content/{content_type}/{id}/revisions/{number}/restore; admin).
   * A change like any other, and a new revision. The address, and whether and when the item is published, stay as they are.
   */
  postContentByContentTypeByIdRevisionsByNumberRestore(
    input: ChangeOptions & {
      content_type: ContentType;
      id: string;
      number: number;
    },
  ): Promise<Answer<ContentItem>> {
    return this.call({ method: "POST", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/revisions/${encodeURIComponent(input.number)}/restore` }, "json", input);
  }

  /**
   * List the preview links of a content item (GET /content/{content_type}/{id}/preview-links; admin).
   * Those that still work, newest first.
   */
  getContentByContentTypeByIdPreviewLinks(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    },
  ): Promise<Answer<PreviewLinkList>> {
    return this.call({ method: "GET", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/preview-links`, query: input.query }, "json", input);
  }

  /**
   * Make a preview link (POST /content/{content_type}/{id}/preview-links; admin).
   * Whoever has the link sees this one item as its page will look, and nothing else that visitors do not see. It can be revoked at any time. An item has up to 20.
   */
  postContentByContentTypeByIdPreviewLinks(
    input: CreateOptions & {
      content_type: ContentType;
      id: string;
      body: NewPreviewLink;
    },
  ): Promise<Answer<PreviewLink>> {
    return this.call({ method: "POST", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/preview-links`, json: input.body }, "json", input);
  }

  /** Revoke a preview link (DELETE /content/{content_type}/{id}/preview-links/{link_id}; admin). */
  deleteContentByContentTypeByIdPreviewLinksByLinkId(
    input: CallOptions & {
      content_type: ContentType;
      id: string;
      link_id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/content/${encodeURIComponent(input.content_type)}/${encodeURIComponent(input.id)}/preview-links/${encodeURIComponent(input.link_id)}` }, "nothing", input);
  }

  /**
   * List chunks (GET /content/chunks; admin).
   * The newest first.
   */
  getContentChunks(
    input: CallOptions & {
      query?: {
        source?: Source;
        chunk_type?: ChunkType;
        /** Chunks that serve this purpose, also among others. */
        purpose?: Purpose;
        /** Only chunks with this text in them; letter case does not matter. */
        q?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<ChunkList>> {
    return this.call({ method: "GET", path: "/content/chunks", query: input.query }, "json", input);
  }

  /**
   * Add a chunk (POST /content/chunks; admin).
   * It is embedded in the background; `indexed_at` tells when that has happened.
   */
  postContentChunks(
    input: CreateOptions & {
      body: NewChunk;
    },
  ): Promise<Answer<Chunk>> {
    return this.call({ method: "POST", path: "/content/chunks", json: input.body }, "json", input);
  }

  /**
   * Delete all chunks of a source (DELETE /content/chunks; admin).
   * The documents are gone when this answers; the indexes follow.
   */
  deleteContentChunks(
    input: CallOptions & {
      query: {
        /** Whose chunks to delete. There is no way to delete all sources at once. */
        source: "resume" | "blog" | "opinion" | "conversation" | "voice_feedback";
      };
    },
  ): Promise<Answer<Cleared>> {
    return this.call({ method: "DELETE", path: "/content/chunks", query: input.query }, "json", input);
  }

  /** Read one chunk (GET /content/chunks/{id}; admin). */
  getContentChunksById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Chunk>> {
    return this.call({ method: "GET", path: `/content/chunks/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change a chunk (PUT /content/chunks/{id}; admin).
   * What the body leaves out stays as it is. The chunk is embedded again in the background. A chunk that was derived from something is written anew when that changes.
   */
  putContentChunksById(
    input: ChangeOptions & {
      id: string;
      body: ChunkInput;
    },
  ): Promise<Answer<Chunk>> {
    return this.call({ method: "PUT", path: `/content/chunks/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a chunk (DELETE /content/chunks/{id}; admin).
   * For good, and out of every index.
   */
  deleteContentChunksById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/content/chunks/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /** Count the chunks (GET /content/stats; admin). */
  getContentStats(
    input: CallOptions & {} = {},
  ): Promise<Answer<ChunkStats>> {
    return this.call({ method: "GET", path: "/content/stats" }, "json", input);
  }

  /**
   * Search the chunks (POST /content/search-preview; admin).
   * A hybrid search goes by words alone while there are no vectors; a search by vector alone then fails.
   */
  postContentSearchPreview(
    input: CallOptions & {
      body: SearchPreview;
    },
  ): Promise<Answer<SearchHits>> {
    return this.call({ method: "POST", path: "/content/search-preview", json: input.body }, "json", input);
  }

  /**
   * How the index stands (GET /content/index; admin).
   * Of the node that answers. Failures are tried again by themselves.
   */
  getContentIndex(
    input: CallOptions & {} = {},
  ): Promise<Answer<IndexStatus>> {
    return this.call({ method: "GET", path: "/content/index" }, "json", input);
  }

  /**
   * Make vectors again (POST /content/reindex; admin).
   * In the background. The old vectors serve until all new ones are there.
   */
  postContentReindex(
    input: CallOptions & {
      body: Reindex;
    },
  ): Promise<Answer<Queued>> {
    return this.call({ method: "POST", path: "/content/reindex", json: input.body }, "json", input);
  }

  /**
   * Stop making vectors again (DELETE /content/reindex; admin).
   * Ends what `POST /content/reindex` has begun or left waiting, on every node. New vectors that were made are used; all other chunks keep those they had. Vectors of another model are made to their end.
   */
  deleteContentReindex(
    input: CallOptions & {} = {},
  ): Promise<Answer<IndexStatus>> {
    return this.call({ method: "DELETE", path: "/content/reindex" }, "json", input);
  }

  /**
   * List your feedback (GET /voice/feedback; signed in).
   * Your own entries and nobody else's, the newest first.
   */
  getVoiceFeedback(
    input: CallOptions & {
      query?: {
        feedback_type?: FeedbackType;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<VoiceFeedbackList>> {
    return this.call({ method: "GET", path: "/voice/feedback", query: input.query }, "json", input);
  }

  /**
   * Give feedback on a text (POST /voice/feedback; signed in).
   * Approved and edited text becomes an example of your voice, rejected and flagged text something not to imitate. It is embedded in the background; `vector_id` is null until then. What the owner (an administrator) approves or edits is also an approved wording of the fact it was made from: `source_text`, or else the `original_text` that was edited. Tailored resumes then say the fact so, until the fact itself is changed.
   */
  postVoiceFeedback(
    input: CreateOptions & {
      body: VoiceFeedbackCreate;
    },
  ): Promise<Answer<VoiceFeedback>> {
    return this.call({ method: "POST", path: "/voice/feedback", json: input.body }, "json", input);
  }

  /**
   * Take back feedback (DELETE /voice/feedback/{id}; signed in).
   * For good, together with the chunk it became: it is no example, no warning and no approved wording any more. Your own only, also for administrators.
   */
  deleteVoiceFeedbackById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/voice/feedback/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * List the resumes (GET /resumes; admin).
   * The default first, then the newest.
   */
  getResumes(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<ResumeList>> {
    return this.call({ method: "GET", path: "/resumes", query: input.query }, "json", input);
  }

  /**
   * Create a resume (POST /resumes; admin).
   * The first resume is the default. Its statements become chunks of the memory in the same transaction.
   */
  postResumes(
    input: CreateOptions & {
      body: NewResume;
    },
  ): Promise<Answer<Resume>> {
    return this.call({ method: "POST", path: "/resumes", json: input.body }, "json", input);
  }

  /**
   * Read a file as a draft of a resume (POST /resumes/read; admin).
   * Nothing is stored: the answer is what the file says as a JSON Resume document, to be looked at and then created like any other. What was not understood is in `warnings`. In YAML every value is a text, dates too; aliases are copies, `<<` adds what is absent, and of two members with one name the later one counts.
   */
  postResumesRead(
    input: CallOptions & {
      body: ResumeFile;
    },
  ): Promise<Answer<ResumeDraft>> {
    return this.call({ method: "POST", path: "/resumes/read", form: input.body }, "json", input);
  }

  /** Read one resume (GET /resumes/{id}; admin). */
  getResumesById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Resume>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change a resume (PUT /resumes/{id}; admin).
   * What the body leaves out stays as it is. The default stays the default until another one is made so.
   */
  putResumesById(
    input: ChangeOptions & {
      id: string;
      body: ResumeInput;
    },
  ): Promise<Answer<Resume>> {
    return this.call({ method: "PUT", path: `/resumes/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a resume (DELETE /resumes/{id}; admin).
   * For good, and with its chunks. When it was the default, the newest other one becomes it.
   */
  deleteResumesById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/resumes/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * A resume as JSON Resume 1.0 (GET /resumes/{id}/resume.json; admin).
   * As it is read, whatever hand it came from: today's names, plain dates and clean texts, without what says nothing. The document as it was given is in `GET /resumes/{id}`.
   */
  getResumesByIdResumeJson(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<unknown>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/resume.json` }, "json", input);
  }

  /**
   * A resume as PDF (GET /resumes/{id}/resume.pdf; admin).
   * All of it. `X-Pages` says how many pages it has.
   */
  getResumesByIdResumePdf(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/resume.pdf`, query: input.query }, "file", input);
  }

  /**
   * A resume as a page (GET /resumes/{id}/resume.html; admin).
   * Made to be printed, in the same look as the PDF.
   */
  getResumesByIdResumeHtml(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/resume.html`, query: input.query }, "text", input);
  }

  /** A resume as plain text (GET /resumes/{id}/resume.txt; admin). */
  getResumesByIdResumeTxt(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/resume.txt`, query: input.query }, "text", input);
  }

  /** How many pages a resume has (GET /resumes/{id}/pages; admin). */
  getResumesByIdPages(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<ResumeLength>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/pages`, query: input.query }, "json", input);
  }

  /**
   * A page of a resume as a picture (GET /resumes/{id}/pages/{number}; admin).
   * The page that the PDF has under this number, from 1, as shapes.
   */
  getResumesByIdPagesByNumber(
    input: CallOptions & {
      id: string;
      number: number;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/resumes/${encodeURIComponent(input.id)}/pages/${encodeURIComponent(input.number)}`, query: input.query }, "file", input);
  }

  /**
   * Tailor a resume to a job (POST /tailor; signed in).
   * Every statement of the result carries the chunks it rests on. With `Accept: text/event-stream` the same work is told step by step: `analysed`, `retrieved`, `generated` and `evaluated` for each attempt, then `done` with the whole answer or `failed` with a problem document. The work ends when the client leaves. For a member the resume is the one that visitors see: without the e-mail address, the telephone number, the street and whatever else the owner does not show in public.
   */
  postTailor(
    input: CallOptions & {
      body: TailorInput;
    },
  ): Promise<Answer<Tailoring>> {
    return this.call({ method: "POST", path: "/tailor", json: input.body }, "json", input);
  }

  /**
   * List your tailored resumes (GET /tailorings; signed in).
   * The newest first. The newest 200 are kept.
   */
  getTailorings(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<TailoringSummaryList>> {
    return this.call({ method: "GET", path: "/tailorings", query: input.query }, "json", input);
  }

  /**
   * Read one tailored resume (GET /tailorings/{id}; signed in).
   * Your own only, also for administrators.
   */
  getTailoringsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Tailoring>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Word a tailored resume otherwise (PUT /tailorings/{id}; signed in).
   * Highlights, summaries, descriptions, references and the title below the name. Words of the owner (an administrator) are approved by the act: they stand in this result, as a new version whose number is `version`, and are used for the same fact from then on. Words of a member are an example of their voice, and the result stays as it is. What it rests on stays in `statements`. Options that are given are kept with the result. Your own results only.
   */
  putTailoringsById(
    input: ChangeOptions & {
      id: string;
      body: TailoringEdit;
    },
  ): Promise<Answer<Tailoring>> {
    return this.call({ method: "PUT", path: `/tailorings/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a tailored resume (DELETE /tailorings/{id}; signed in).
   * For good. Your own only, also for administrators.
   */
  deleteTailoringsById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/tailorings/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * List the versions of a tailored resume (GET /tailorings/{id}/versions; signed in).
   * The newest first, which is what the result says now. The newest 51 are kept.
   */
  getTailoringsByIdVersions(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<TailoringVersionList>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/versions` }, "json", input);
  }

  /** Read one version of a tailored resume (GET /tailorings/{id}/versions/{number}; signed in). */
  getTailoringsByIdVersionsByNumber(
    input: CallOptions & {
      id: string;
      number: number;
    },
  ): Promise<Answer<WholeTailoringVersion>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/versions/${encodeURIComponent(input.number)}` }, "json", input);
  }

  /**
   * Accept a proposed wording (POST /tailorings/{id}/proposals/{n}/accept; signed in).
   * `n` is the position in `proposals`, from 0. Accepted by the owner (an administrator), the wording is approved for exactly the source text it was proposed for: it takes its place in this result and is used from then on, until that fact is changed. Accepted by a member it is an example of their voice and stays out of the resume. Repeating it changes nothing. Your own results only.
   */
  postTailoringsByIdProposalsByNAccept(
    input: CallOptions & {
      id: string;
      n: string;
    },
  ): Promise<Answer<Tailoring>> {
    return this.call({ method: "POST", path: `/tailorings/${encodeURIComponent(input.id)}/proposals/${encodeURIComponent(input.n)}/accept` }, "json", input);
  }

  /**
   * Take back that a proposed wording was accepted (POST /tailorings/{id}/proposals/{n}/reopen; signed in).
   * `n` is the position in `proposals`, from 0. The line says what it said before, the entry of feedback is deleted with what was learned from it, and the proposal is open again. Repeating it changes nothing. Your own results only. A proposal that was accepted before this could be done is refused.
   */
  postTailoringsByIdProposalsByNReopen(
    input: CallOptions & {
      id: string;
      n: string;
    },
  ): Promise<Answer<Tailoring>> {
    return this.call({ method: "POST", path: `/tailorings/${encodeURIComponent(input.id)}/proposals/${encodeURIComponent(input.n)}/reopen` }, "json", input);
  }

  /** A tailored resume as JSON Resume (GET /tailorings/{id}/resume.json; signed in). */
  getTailoringsByIdResumeJson(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<unknown>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/resume.json` }, "json", input);
  }

  /** A tailored resume as Markdown (GET /tailorings/{id}/resume.md; signed in). */
  getTailoringsByIdResumeMd(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/resume.md`, query: input.query }, "text", input);
  }

  /**
   * A tailored resume as a page (GET /tailorings/{id}/resume.html; signed in).
   * Made to be printed, in the same look as the PDF.
   */
  getTailoringsByIdResumeHtml(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/resume.html`, query: input.query }, "text", input);
  }

  /**
   * A tailored resume as PDF (GET /tailorings/{id}/resume.pdf; signed in).
   * `X-Pages` says how many pages it has.
   */
  getTailoringsByIdResumePdf(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/resume.pdf`, query: input.query }, "file", input);
  }

  /** A tailored resume as plain text (GET /tailorings/{id}/resume.txt; signed in). */
  getTailoringsByIdResumeTxt(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/resume.txt`, query: input.query }, "text", input);
  }

  /** How many pages a tailored resume has (GET /tailorings/{id}/pages; signed in). */
  getTailoringsByIdPages(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<ResumeLength>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/pages`, query: input.query }, "json", input);
  }

  /**
   * A page of a tailored resume as a picture (GET /tailorings/{id}/pages/{number}; signed in).
   * The page that the PDF has under this number, from 1, as shapes.
   */
  getTailoringsByIdPagesByNumber(
    input: CallOptions & {
      id: string;
      number: number;
      query?: {
        /** Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`. */
        look?: ResumeLook;
        /** Absent, that of the result, or `a4`. */
        paper?: PaperSize;
        /** Of headings, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /**
         * Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
         * as the result says, or not.
         */
        photo?: boolean;
      };
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/pages/${encodeURIComponent(input.number)}`, query: input.query }, "file", input);
  }

  /**
   * A letter for the job, with what it rests on (GET /tailorings/{id}/letter.json; signed in).
   * Statements of the tailored resume that answer the posting, in the form of a letter of one page; the form itself states nothing about the owner.
   */
  getTailoringsByIdLetterJson(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result. */
        look?: ResumeLook;
        /** Absent, that of the result. */
        paper?: PaperSize;
        /** Of the phrases, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /** The day that the letter bears. Absent, it bears none. */
        date?: string;
      };
    },
  ): Promise<Answer<Letter>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/letter.json`, query: input.query }, "json", input);
  }

  /**
   * A letter for the job as a page (GET /tailorings/{id}/letter.html; signed in).
   * Statements of the tailored resume that answer the posting, in the form of a letter of one page; the form itself states nothing about the owner.
   */
  getTailoringsByIdLetterHtml(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result. */
        look?: ResumeLook;
        /** Absent, that of the result. */
        paper?: PaperSize;
        /** Of the phrases, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /** The day that the letter bears. Absent, it bears none. */
        date?: string;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/letter.html`, query: input.query }, "text", input);
  }

  /**
   * A letter for the job as PDF (GET /tailorings/{id}/letter.pdf; signed in).
   * Statements of the tailored resume that answer the posting, in the form of a letter of one page; the form itself states nothing about the owner.
   */
  getTailoringsByIdLetterPdf(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result. */
        look?: ResumeLook;
        /** Absent, that of the result. */
        paper?: PaperSize;
        /** Of the phrases, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /** The day that the letter bears. Absent, it bears none. */
        date?: string;
      };
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/letter.pdf`, query: input.query }, "file", input);
  }

  /**
   * A letter for the job as plain text (GET /tailorings/{id}/letter.txt; signed in).
   * Statements of the tailored resume that answer the posting, in the form of a letter of one page; the form itself states nothing about the owner.
   */
  getTailoringsByIdLetterTxt(
    input: CallOptions & {
      id: string;
      query?: {
        /** Absent, that of the result. */
        look?: ResumeLook;
        /** Absent, that of the result. */
        paper?: PaperSize;
        /** Of the phrases, months and punctuation. Absent, that of the result or of the resume. */
        language?: ResumeLanguage;
        /** The day that the letter bears. Absent, it bears none. */
        date?: string;
      };
    },
  ): Promise<Answer<string>> {
    return this.call({ method: "GET", path: `/tailorings/${encodeURIComponent(input.id)}/letter.txt`, query: input.query }, "text", input);
  }

  /**
   * List the redirects (GET /redirects; admin).
   * Newest first. Those that lead to something deleted are not shown.
   */
  getRedirects(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<RedirectList>> {
    return this.call({ method: "GET", path: "/redirects", query: input.query }, "json", input);
  }

  /**
   * Create a redirect by hand (POST /redirects; admin).
   * It leads to whatever is at `new_path` and follows it when it moves.
   */
  postRedirects(
    input: CreateOptions & {
      body: NewRedirect;
    },
  ): Promise<Answer<Redirect>> {
    return this.call({ method: "POST", path: "/redirects", json: input.body }, "json", input);
  }

  /**
   * List the addresses that visitors asked for in vain (GET /redirects/misses; admin).
   * Counted for each path, for thirty days, what was asked for most first; who asked is not known. Only addresses that a person could have meant, and none at which something is by now. Making a redirect from one removes it.
   */
  getRedirectsMisses(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<MissList>> {
    return this.call({ method: "GET", path: "/redirects/misses", query: input.query }, "json", input);
  }

  /**
   * Forget an address that was asked for in vain (DELETE /redirects/misses/{id}; admin).
   * It is counted anew when somebody asks for it again.
   */
  deleteRedirectsMissesById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/redirects/misses/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /** Read one redirect (GET /redirects/{id}; admin). */
  getRedirectsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Redirect>> {
    return this.call({ method: "GET", path: `/redirects/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /** Remove a redirect (DELETE /redirects/{id}; admin). */
  deleteRedirectsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/redirects/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * List the navigation links (GET /navlinks; anyone).
   * In the order in which they are shown: by `sort_order`, then by title.
   */
  getNavlinks(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<NavLinkList>> {
    return this.call({ method: "GET", path: "/navlinks", query: input.query }, "json", input);
  }

  /** Create a navigation link (POST /navlinks; admin). */
  postNavlinks(
    input: CreateOptions & {
      body: NewNavLink;
    },
  ): Promise<Answer<NavLink>> {
    return this.call({ method: "POST", path: "/navlinks", json: input.body }, "json", input);
  }

  /** Read one navigation link (GET /navlinks/{id}; anyone). */
  getNavlinksById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<NavLink>> {
    return this.call({ method: "GET", path: `/navlinks/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change a navigation link (PUT /navlinks/{id}; admin).
   * What the body leaves out stays as it is.
   */
  putNavlinksById(
    input: ChangeOptions & {
      id: string;
      body: NavLinkInput;
    },
  ): Promise<Answer<NavLink>> {
    return this.call({ method: "PUT", path: `/navlinks/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a navigation link (DELETE /navlinks/{id}; admin).
   * For good: links have no bin.
   */
  deleteNavlinksById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/navlinks/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * Read the site's settings (GET /settings; anyone).
   * All of them are public. A site that nobody has set up answers with defaults.
   */
  getSettings(
    input: CallOptions & {} = {},
  ): Promise<Answer<SiteSettings>> {
    return this.call({ method: "GET", path: "/settings" }, "json", input);
  }

  /**
   * Change the site's settings (PUT /settings; admin).
   * What the body leaves out stays as it is, also inside `profile`, `look` and `resume`. Lists and `home` are replaced as a whole.
   */
  putSettings(
    input: ChangeOptions & {
      body: SettingsChange;
    },
  ): Promise<Answer<SiteSettings>> {
    return this.call({ method: "PUT", path: "/settings", json: input.body }, "json", input);
  }

  /**
   * List the uploads (GET /uploads; admin).
   * Newest first. All conditions hold together.
   */
  getUploads(
    input: CallOptions & {
      query?: {
        /** `true`: only those that nothing shows. */
        unused?: boolean;
        /** Only pictures, or only videos. */
        kind?: UploadKind;
        /** `true`: only pictures without an `alt`. */
        missing_alt?: boolean;
        /** Only those with this text in their file name, `alt` or caption; letter case does not matter. */
        q?: string;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<UploadList>> {
    return this.call({ method: "GET", path: "/uploads", query: input.query }, "json", input);
  }

  /**
   * Upload a picture or a video (POST /uploads; admin).
   * A picture becomes up to four WebP files, none wider than what was sent, without the metadata of the original. A video is kept as it comes.
   */
  postUploads(
    input: CallOptions & {
      body: UploadForm;
    },
  ): Promise<Answer<Upload>> {
    return this.call({ method: "POST", path: "/uploads", form: input.body }, "json", input);
  }

  /**
   * See what the filters do to a picture (POST /uploads/filter-previews; admin).
   * One thumbnail of 200 pixels for each filter. They are gone after ten minutes, and nothing else of the picture is kept.
   */
  postUploadsFilterPreviews(
    input: CallOptions & {
      body: PreviewForm;
    },
  ): Promise<Answer<Previews>> {
    return this.call({ method: "POST", path: "/uploads/filter-previews", form: input.body }, "json", input);
  }

  /** Read one upload (GET /uploads/{id}; admin). */
  getUploadsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Upload>> {
    return this.call({ method: "GET", path: `/uploads/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Change what is said about an upload (PUT /uploads/{id}; admin).
   * What the body leaves out stays as it is. Pages keep the `alt` they were written with; this one is for new places, and where none is given.
   */
  putUploadsById(
    input: ChangeOptions & {
      id: string;
      body: UploadInput;
    },
  ): Promise<Answer<Upload>> {
    return this.call({ method: "PUT", path: `/uploads/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete an upload (DELETE /uploads/{id}; admin).
   * With all its files, for good. Refused while something shows it, unless `force=true`: then those places show a gap. `GET /uploads/{id}/uses` tells which they are.
   */
  deleteUploadsById(
    input: ChangeOptions & {
      id: string;
      query?: {
        /** Delete it even if something shows it. */
        force?: boolean;
      };
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/uploads/${encodeURIComponent(input.id)}`, query: input.query }, "nothing", input);
  }

  /**
   * List the places that show an upload (GET /uploads/{id}/uses; admin).
   * Sections, content, the settings and resumes, also those that are deleted.
   */
  getUploadsByIdUses(
    input: CallOptions & {
      id: string;
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    },
  ): Promise<Answer<UploadUseList>> {
    return this.call({ method: "GET", path: `/uploads/${encodeURIComponent(input.id)}/uses`, query: input.query }, "json", input);
  }

  /**
   * Replace a picture everywhere (PUT /uploads/{id}/file; admin).
   * The upload keeps its id, its words and its places. Its files get new addresses, which pages show at once; the old addresses lead to the new files. Videos cannot be replaced.
   */
  putUploadsByIdFile(
    input: ChangeOptions & {
      id: string;
      body: ReplacementForm;
    },
  ): Promise<Answer<Upload>> {
    return this.call({ method: "PUT", path: `/uploads/${encodeURIComponent(input.id)}/file`, form: input.body }, "json", input);
  }

  /**
   * Fetch a picture from before (GET /media/{name}; anyone).
   * Only names that end in `_500`, `_750` or `_1200` and the type of a picture.
   */
  getMediaByName(
    input: CallOptions & {
      name: string;
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/media/${encodeURIComponent(input.name)}` }, "file", input);
  }

  /**
   * Fetch a picture or a video (GET /media/{folder}/{name}; anyone).
   * What is at an address never changes, so it may be kept for ever; a picture that is replaced gets new addresses, to which the old ones lead. A single `Range` is honoured, with `If-Range`; for several the whole file is sent.
   */
  getMediaByFolderByName(
    input: CallOptions & {
      folder: string;
      name: string;
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/media/${encodeURIComponent(input.folder)}/${encodeURIComponent(input.name)}` }, "file", input);
  }

  /**
   * Fetch a thumbnail of a filter (GET /media/previews/{token}/{name}; anyone).
   * For ten minutes after it was made.
   */
  getMediaPreviewsByTokenByName(
    input: CallOptions & {
      token: string;
      name: string;
    },
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: `/media/previews/${encodeURIComponent(input.token)}/${encodeURIComponent(input.name)}` }, "file", input);
  }

  /**
   * Who is signed in (GET /auth/session; anyone).
   * A session that has ended counts as none, and its cookie is taken away.
   */
  getAuthSession(
    input: CallOptions & {} = {},
  ): Promise<Answer<Session>> {
    return this.call({ method: "GET", path: "/auth/session" }, "json", input);
  }

  /**
   * Sign out (POST /auth/logout; signed in).
   * Ends the session of the request at once; with `everywhere=true` all sessions of its user. API tokens stay as they are.
   */
  postAuthLogout(
    input: CallOptions & {
      query?: {
        /** End every session of this user, on every device. */
        everywhere?: boolean;
      };
    } = {},
  ): Promise<Answer<undefined>> {
    return this.call({ method: "POST", path: "/auth/logout", query: input.query }, "nothing", input);
  }

  /**
   * List your own sessions (GET /auth/sessions; signed in).
   * Where you are signed in, the browser that was used last first.
   */
  getAuthSessions(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<OwnSessionList>> {
    return this.call({ method: "GET", path: "/auth/sessions", query: input.query }, "json", input);
  }

  /**
   * End all your sessions but the current one (DELETE /auth/sessions; signed in).
   * For browsers. A request without a session has no current one and is refused; `POST /auth/logout?everywhere=true` ends them all.
   */
  deleteAuthSessions(
    input: CallOptions & {} = {},
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: "/auth/sessions" }, "nothing", input);
  }

  /**
   * End one of your own sessions (DELETE /auth/sessions/{id}; signed in).
   * It is refused from the next request on. Ending the current one is signing out.
   */
  deleteAuthSessionsById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/auth/sessions/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * List the API tokens (GET /auth/tokens; admin).
   * Without their secrets, newest last. Expired tokens no longer exist.
   */
  getAuthTokens(
    input: CallOptions & {
      query?: {
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<TokenList>> {
    return this.call({ method: "GET", path: "/auth/tokens", query: input.query }, "json", input);
  }

  /**
   * Make an API token (POST /auth/tokens; admin).
   * The answer holds the token. It is shown this once and never again.
   */
  postAuthTokens(
    input: CallOptions & {
      body: TokenInput;
    },
  ): Promise<Answer<NewToken>> {
    return this.call({ method: "POST", path: "/auth/tokens", json: input.body }, "json", input);
  }

  /**
   * Read one API token (GET /auth/tokens/{id}; admin).
   * Without its secret.
   */
  getAuthTokensById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Token>> {
    return this.call({ method: "GET", path: `/auth/tokens/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Revoke an API token (DELETE /auth/tokens/{id}; admin).
   * It is refused from the next request on.
   */
  deleteAuthTokensById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/auth/tokens/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * Send a contact message (POST /contact; anyone).
   * As JSON or as a form. Whatever is wrong, the answer is the same: the message was not accepted. Only an accepted message uses up its stamp and its challenge. A browser that posts the form without script and without a token gets a page that waits and posts again.
   */
  postContact(
    input: CallOptions & {
      body: Submission;
    },
  ): Promise<Answer<Received>> {
    return this.call({ method: "POST", path: "/contact", json: input.body }, "json", input);
  }

  /**
   * Get a contact form (GET /contact/form; anyone).
   * What a message needs beside the visitor's words: a stamp and a challenge. The built-in challenge asks for `parts` whole numbers below 2^32, such that SHA-256(SHA-256(challenge) ‖ part ‖ number), part from 0 and number as four bytes each, begins with `bits` zero bits. The `challenge_token` is the challenge, a dot, and the numbers joined by hyphens.
   */
  getContactForm(
    input: CallOptions & {} = {},
  ): Promise<Answer<Form>> {
    return this.call({ method: "GET", path: "/contact/form" }, "json", input);
  }

  /**
   * List the contact messages (GET /contact/messages; admin).
   * Newest first.
   */
  getContactMessages(
    input: CallOptions & {
      query?: {
        /** Only those that were read, or only those that were not. */
        read?: boolean;
        /** How many items at most; above 500 it is lowered to 500. */
        limit?: number;
        /** How many items to skip. */
        offset?: number;
      };
    } = {},
  ): Promise<Answer<MessageList>> {
    return this.call({ method: "GET", path: "/contact/messages", query: input.query }, "json", input);
  }

  /**
   * Read one contact message (GET /contact/messages/{id}; admin).
   * Reading does not mark it as read.
   */
  getContactMessagesById(
    input: CallOptions & {
      id: string;
    },
  ): Promise<Answer<Message>> {
    return this.call({ method: "GET", path: `/contact/messages/${encodeURIComponent(input.id)}` }, "json", input);
  }

  /**
   * Mark a contact message (PUT /contact/messages/{id}; admin).
   * As read, or as not read. Nothing else about a message changes.
   */
  putContactMessagesById(
    input: ChangeOptions & {
      id: string;
      body: MessageChange;
    },
  ): Promise<Answer<Message>> {
    return this.call({ method: "PUT", path: `/contact/messages/${encodeURIComponent(input.id)}`, json: input.body }, "json", input);
  }

  /**
   * Delete a contact message (DELETE /contact/messages/{id}; admin).
   * For good. It still counts for the limit on its sender's network.
   */
  deleteContactMessagesById(
    input: ChangeOptions & {
      id: string;
    },
  ): Promise<Answer<undefined>> {
    return this.call({ method: "DELETE", path: `/contact/messages/${encodeURIComponent(input.id)}` }, "nothing", input);
  }

  /**
   * Read how often pages were looked at (GET /visits; admin).
   * By day and by page, for up to a year. Pages are counted, not readers: nothing is known about who looked.
   */
  getVisits(
    input: CallOptions & {
      query?: {
        /** How many days to look back, today among them. */
        days?: number;
      };
    } = {},
  ): Promise<Answer<Visits>> {
    return this.call({ method: "GET", path: "/visits", query: input.query }, "json", input);
  }

  /** Whether the service runs (GET /health/live; anyone). */
  getHealthLive(
    input: CallOptions & {} = {},
  ): Promise<Answer<Live>> {
    return this.call({ method: "GET", path: "/health/live" }, "json", input);
  }

  /**
   * Whether the service can do its work (GET /health/ready; anyone).
   * When it cannot, `errors` names the dependencies that do not answer.
   */
  getHealthReady(
    input: CallOptions & {} = {},
  ): Promise<Answer<Ready>> {
    return this.call({ method: "GET", path: "/health/ready" }, "json", input);
  }

  /** What the service counts about itself (GET /metrics; admin). */
  getMetrics(
    input: CallOptions & {} = {},
  ): Promise<Answer<Blob>> {
    return this.call({ method: "GET", path: "/metrics" }, "file", input);
  }

  /** This description, for programs (GET /openapi.json; anyone). */
  getOpenapiJson(
    input: CallOptions & {} = {},
  ): Promise<Answer<unknown>> {
    return this.call({ method: "GET", path: "/openapi.json" }, "json", input);
  }
}
