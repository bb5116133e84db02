/** One item while it is edited: its form, how it is kept and saved, and what happens when somebody else has saved it. */
import type { ContentItem, ContentType, NewItem } from "../../api/client.gen.ts";
import { api, explain, fieldErrors, ProblemError } from "../http/client.ts";
import { findDraft, forgetDraft, keepDraft } from "./drafts.ts";
import { changes, emptyForm, formOf, type ItemForm, type ItemStatus, statusOf } from "./item.ts";
import { Saving, type SavingState } from "./saving.ts";

export interface Conflicting {
  item: ContentItem;
  etag: string | null;
  mine: ItemForm;
  /** What both began with, where it is known. */
  base: ItemForm | null;
}

/** A tag also covers who asked and what stands around an item; whether somebody has saved it, its version tells. */
function sameVersion(left: string | null, right: string | null): boolean {
  const version = (tag: string | null): string | null => /v\d+/.exec(tag ?? "")?.[0] ?? tag;
  return version(left) === version(right);
}

export class Work {
  readonly type: ContentType;
  id = $state<string | null>(null);
  form = $state<ItemForm>(emptyForm(null));
  item = $state.raw<ContentItem | null>(null);
  state = $state.raw<SavingState>({ kind: "saved", at: null });
  errors = $state.raw<Record<string, string>>({});
  conflict = $state.raw<Conflicting | null>(null);
  /** When this device kept what was found on it and not on the server. */
  recovered = $state<string | null>(null);
  now = $state(new Date());
  readonly saving: Saving<ItemForm>;
  /** The editor is asked for its text only when it is needed: a long one is not written at every key. */
  readBody: () => string = () => this.form.body;
  oncreated: (id: string) => void = () => undefined;

  private etag: string | null = null;
  /** As the server has it. */
  private base = $state.raw<ItemForm>(emptyForm(null));
  private newKey: string;

  /** `called` is the title that a new one begins with: each such text is kept on its own. */
  constructor(type: ContentType, section: string | null, called: string | null = null) {
    this.type = type;
    this.newKey = `new:${type}:${section ?? ""}${called === null ? "" : `:${called}`}`;
    this.form = { ...emptyForm(section), title: (called ?? "").replace(/\s+/g, " ").trim().slice(0, 300) };
    this.saving = new Saving<ItemForm>({
      current: () => this.current(),
      send: (value) => this.send(value),
      // Without what was to become of its publication: a copy that is found later must not publish anything.
      keep: (value) => keepDraft({ key: this.key, value: { ...value, is_published: this.base.is_published, published_at: this.base.published_at }, etag: this.etag, base: this.id === null ? null : this.base, kept_at: new Date().toISOString() }),
      forget: () => forgetDraft(this.key),
      explain,
      isOutdated: (error) => error instanceof ProblemError && error.code === "stale",
      saveByItself: () => this.status !== "published" && this.form.title.trim() !== "",
      changed: (state) => {
        this.state = state;
        if (state.kind === "conflict") void this.meet();
      },
    }, null);
  }

  private get key(): string {
    return this.id === null ? this.newKey : `${this.type}:${this.id}`;
  }

  /** As the server knows it, not as the form says. */
  get status(): ItemStatus {
    return statusOf(this.base, this.now);
  }

  get isNew(): boolean {
    return this.id === null;
  }

  get savedForm(): ItemForm {
    return this.base;
  }

  current(): ItemForm {
    return { ...($state.snapshot(this.form) as ItemForm), body: this.readBody() };
  }

  touch(): void {
    this.saving.touch();
  }

  /** What there is: on the server, and on this device. */
  async load(id: string | null): Promise<void> {
    this.id = id;
    if (id === null) {
      const kept = await findDraft<ItemForm>(this.newKey);
      if (kept !== null) this.recover(kept.value, kept.kept_at);
      return;
    }
    const kept = await findDraft<ItemForm>(this.key);
    const read = await api.getContentByContentTypeById({ content_type: this.type, id }).catch((error: unknown) => {
      if (kept !== null && error instanceof ProblemError && error.status === 404) return null;
      throw error;
    });
    if (read === null) return this.startAgain(kept as NonNullable<typeof kept>);
    const { data, etag } = read;
    this.take(data, etag);
    if (kept === null || JSON.stringify(changes(this.type, kept.value, this.base)) === "{}") return;
    if (sameVersion(kept.etag, etag)) this.recover(kept.value, kept.kept_at);
    else {
      this.form = kept.value;
      this.conflict = { item: data, etag, mine: kept.value, base: kept.base };
      this.state = { kind: "conflict" };
    }
  }

  /** It was deleted elsewhere, and the words that were not saved are here: they become a draft of their own. */
  private startAgain(kept: { value: ItemForm; kept_at: string }): void {
    // They stay where they are on this device until the draft is there.
    this.newKey = this.key;
    this.id = null;
    this.recover({ ...kept.value, is_published: false, published_at: null }, kept.kept_at);
  }

  private take(item: ContentItem, etag: string | null): void {
    this.item = item;
    this.etag = etag;
    this.base = formOf(item);
    this.form = formOf(item);
    this.saving.settled(new Date(item.updated_at));
  }

  private recover(value: ItemForm, at: string): void {
    this.form = value;
    this.recovered = at;
    this.saving.touch();
  }

  /** Back to what the server has. */
  async discard(): Promise<void> {
    await forgetDraft(this.key);
    this.recovered = null;
    if (this.id !== null) await this.load(this.id);
    else {
      this.form = emptyForm(this.form.section_id);
      this.saving.settled(null);
    }
  }

  private async send(value: ItemForm): Promise<void> {
    const body = changes(this.type, value, this.base);
    try {
      if (this.id === null) {
        const { data, etag } = await api.postContentByContentType({ content_type: this.type, body: body as NewItem });
        await forgetDraft(this.newKey).catch(() => undefined);
        this.stored(value, data, etag);
        this.id = data.id;
        this.oncreated(data.id);
      } else {
        if (Object.keys(body).length === 0) return;
        const { data, etag } = await api.putContentByContentTypeById({ content_type: this.type, id: this.id, body, ifMatch: this.etag ?? undefined });
        this.stored(value, data, etag);
      }
      this.errors = {};
      this.recovered = null;
    } catch (error) {
      this.errors = fieldErrors(error);
      throw error;
    }
  }

  /** The text stays as it is typed. Fields that the service made follow it, unless somebody has written in them meanwhile. */
  private stored(sent: ItemForm, item: ContentItem, etag: string | null): void {
    const made = formOf(item);
    // What was published a moment ago is in the past by now.
    this.now = new Date();
    this.item = item;
    this.etag = etag;
    this.base = { ...made, body: sent.body };
    for (const name of ["slug", "summary", "image_url", "image_alt", "published_at", "is_published"] as const) {
      if (JSON.stringify(this.form[name]) === JSON.stringify(sent[name])) Object.assign(this.form, { [name]: made[name] });
    }
  }

  /** Somebody has saved meanwhile: both versions are shown. */
  private async meet(): Promise<void> {
    if (this.id === null || this.conflict !== null) return;
    try {
      const { data, etag } = await api.getContentByContentTypeById({ content_type: this.type, id: this.id });
      this.conflict = { item: data, etag, mine: this.current(), base: this.base };
    } catch (error) {
      this.state = { kind: "failed", reason: explain(error) };
    }
  }

  /** The conflict was decided. */
  async decide(form: ItemForm): Promise<boolean> {
    const met = this.conflict;
    if (met === null) return false;
    this.item = met.item;
    this.etag = met.etag;
    this.base = formOf(met.item);
    this.form = form;
    this.conflict = null;
    this.saving.resume();
    return this.saving.save();
  }

  /** Their version here, ours as a new draft beside it. Gives back the id of that. */
  async keepAsCopy(): Promise<string | null> {
    const met = this.conflict;
    if (met === null) return null;
    const mine = { ...met.mine, title: `${met.mine.title} (copy)`.slice(0, 300), slug: "", is_published: false, published_at: null };
    const { data } = await api.postContentByContentType({ content_type: this.type, body: changes(this.type, mine, emptyForm(null)) as NewItem });
    await forgetDraft(this.key).catch(() => undefined);
    this.conflict = null;
    this.take(met.item, met.etag);
    return data.id;
  }

  async publish(at: string | null): Promise<boolean> {
    const before = { is_published: this.form.is_published, published_at: this.form.published_at };
    this.form.is_published = true;
    // Without a date it is the moment of the first publication, which the service knows.
    if (at !== null) this.form.published_at = at;
    else if (statusOf({ ...before, is_published: true }) === "scheduled") this.form.published_at = new Date().toISOString();
    this.saving.touch();
    const fine = await this.saving.save();
    if (!fine) Object.assign(this.form, before);
    return fine;
  }

  async unpublish(): Promise<boolean> {
    const before = this.form.is_published;
    this.form.is_published = false;
    this.saving.touch();
    const fine = await this.saving.save();
    if (!fine) this.form.is_published = before;
    return fine;
  }
}
