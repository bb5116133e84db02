/** One item while it is edited: its form, how it is kept and saved, and what happens when somebody else has saved it. */
import type { ContentItem, ContentType, NewItem } from "../../api/client.gen.ts";
import { api, explain, fieldErrors, isGone, isRefusal, ProblemError } from "../http/client.ts";
import { randomName } from "../http/random.ts";
import { pauseInTyping } from "../shell/typing.ts";
import type { Creating } from "./drafts.ts";
import { moveDraft } from "./moving.ts";
import { changes, emptyForm, formOf, type ItemForm, type ItemStatus } from "./item.ts";
import { Outdated, Saving, type SavingState } from "./saving.ts";
import { type Found, Shelf } from "./shelf.svelte.ts";
import { sameVersion, Stored } from "./stored.svelte.ts";
import { titleFault } from "./title.ts";

export interface Conflicting {
  item: ContentItem;
  etag: string | null;
  mine: ItemForm;
  /** What both began with, where it is known. */
  base: ItemForm | null;
  /** Under which a copy of mine is made, however often it is asked for. */
  copyKey: string;
  /** Somebody wanted to save, and not only to look. */
  isAsked: boolean;
}

/** What the service makes of a text, unless somebody has written it. */
export const MADE = ["summary", "image_url", "image_alt"] as const;

export class Work {
  readonly type: ContentType;
  id = $state<string | null>(null);
  form = $state<ItemForm>(emptyForm(null));
  state = $state.raw<SavingState>({ kind: "saved", at: null });
  errors = $state.raw<Record<string, string>>({});
  conflict = $state.raw<Conflicting | null>(null);
  /** When this device kept what was found on it and not on the server. */
  recovered = $state<string | null>(null);
  /** Nobody knows whose words were found. */
  ofUnknown = $state(false);
  /** It was found, and nobody has decided or written anything since: it stays on this device as it is. */
  waiting = $state(false);
  /** It was deleted elsewhere. Its words are here. */
  gone = $state(false);
  readonly saving: Saving<ItemForm>;
  /** The editor is asked for its text only when it is needed: a long one is not written at every key. */
  readBody: () => string = () => this.form.body;
  oncreated: (id: string) => void = () => undefined;

  readonly stored = new Stored();
  private newKey: string;
  /** A new item that was sent, and of which nobody has said what became of it. */
  private creating: Creating<ItemForm> | null = null;
  /** A change that was sent, and of which nobody has said what became of it. */
  private unanswered: ItemForm | null = null;
  /** Names this editor to the service: what it saves in one sitting is one revision. */
  private readonly session = randomName();
  /** Fields that somebody has written in here. What else differs, the service has made of the text. */
  readonly chosen = new Set<string>();
  private readonly shelf = new Shelf(() => this.key);
  private ended = false;

  /** `called` is the title that a new one begins with: each such text is kept on its own. */
  constructor(type: ContentType, section: string | null, called: string | null = null) {
    this.type = type;
    this.newKey = `new:${type}:${section ?? ""}${called === null ? "" : `:${called}`}`;
    this.form = { ...emptyForm(section), title: (called ?? "").replace(/\s+/g, " ").trim() };
    this.saving = new Saving<ItemForm>({
      current: () => this.current(),
      send: (value) => this.send(value),
      keep: (value) => this.keep(value),
      forget: () => this.forget(),
      explain: (error) => (this.gone ? `This ${this.type} was deleted elsewhere.` : explain(error)),
      isOutdated: (error) => error instanceof Outdated || (error instanceof ProblemError && error.code === "stale"),
      saveByItself: () => !this.ended && !this.isPublic && !this.gone && titleFault(this.form.title) === undefined,
      changed: (state) => {
        this.state = state;
        if (state.kind === "conflict") void this.meet();
      },
    }, null);
  }

  private get key(): string {
    return this.id === null ? this.newKey : `${this.type}:${this.id}`;
  }

  private async keep(value: ItemForm, always = false): Promise<void> {
    // Nobody comes back to an editor that has been left: what it still had to keep is kept.
    if (this.ended && !always) return;
    await this.shelf.keep({
      // Without what was to become of its publication: a copy that is found later must not publish anything.
      value: { ...value, is_published: this.stored.form.is_published, published_at: this.stored.form.published_at },
      etag: this.stored.etag,
      base: this.id === null ? null : this.stored.form,
      creating: this.creating,
      unanswered: this.unanswered,
    });
  }

  async forget(): Promise<void> {
    await this.shelf.forget();
  }

  /** Whether this device has the words that are not saved. */
  get isKept(): boolean {
    return this.shelf.isKept;
  }

  get item(): ContentItem | null {
    return this.stored.item;
  }

  get status(): ItemStatus {
    return this.stored.status;
  }

  get isPublic(): boolean {
    return this.stored.isPublic;
  }

  get isNew(): boolean {
    return this.id === null;
  }

  get savedForm(): ItemForm {
    return this.stored.form;
  }

  current(): ItemForm {
    return { ...($state.snapshot(this.form) as ItemForm), body: this.readBody() };
  }

  touch(): void {
    this.shelf.written();
    this.waiting = false;
    this.saving.touch();
  }

  /** What was found on this device waits on, although the editor has just been given it. */
  waitAgain(): void {
    this.waiting = true;
    this.saving.stop();
  }

  /** The window may close. */
  async keepNow(): Promise<void> {
    if (!this.waiting) await this.saving.keepNow();
  }

  /** Whether leaving would leave something behind that is not where it was found. */
  get isUnsaved(): boolean {
    return this.saving.isUnsaved && !this.waiting;
  }

  /** The editor is gone; whoever still holds this (an Undo) must not write for it. */
  end(): void {
    this.ended = true;
    this.saving.end();
  }

  /** What there is: on the server, and on this device. */
  async load(id: string | null): Promise<void> {
    this.id = id;
    const kept = await this.shelf.find();
    if (id === null) {
      if (kept !== null) this.recover(kept, kept.value);
      return;
    }
    const read = await api.getContentByContentTypeById({ content_type: this.type, id }).catch((error: unknown) => {
      if (kept !== null && error instanceof ProblemError && error.status === 404) return null;
      throw error;
    });
    if (read === null) return this.startAgain(kept as Found);
    const { data, etag } = read;
    this.take(data, etag);
    if (kept === null) return;
    // Deleted and restored, or put elsewhere in a list, is another version and not another text.
    const isSame = sameVersion(kept.etag, etag) || (kept.base !== null && JSON.stringify(changes(this.type, formOf(data), kept.base)) === "{}");
    // The last change of this draft has arrived, although nobody heard of it: what is left is what was written since.
    const isOwn = !isSame && kept.base !== null && kept.unanswered != null && (await this.hasArrived(kept.unanswered, kept.base, kept.etag, data, etag));
    if (isOwn) kept.value = this.since(kept.value, kept.unanswered as ItemForm, data, etag);
    if (JSON.stringify(changes(this.type, kept.value, this.stored.form)) === "{}") {
      // Nothing is in it that the server has not.
      await this.forget().catch(() => undefined);
    } else if (isOwn || isSame) {
      this.recover(kept, kept.value);
      // It may still be on its way.
      if (isSame) this.unanswered = kept.unanswered ?? null;
    } else {
      this.form = kept.value;
      this.conflict = { item: data, etag, mine: kept.value, base: kept.base, copyKey: randomName(), isAsked: false };
      this.state = { kind: "conflict" };
    }
  }

  /** It was deleted elsewhere, and the words that were not saved are here: they become a draft of their own. */
  private startAgain(kept: Found): void {
    // They stay where they are on this device until the draft is there.
    this.newKey = this.key;
    this.id = null;
    this.recover(kept, { ...kept.value, is_published: false, published_at: null });
  }

  /** The words of what was deleted elsewhere, saved as a draft of their own. */
  async saveAsNew(): Promise<boolean> {
    const words = { ...this.current(), is_published: false, published_at: null };
    // Under their old name on this device until the draft is there.
    this.newKey = this.key;
    [this.id, this.creating, this.unanswered, this.gone] = [null, null, null, false];
    this.stored.clear();
    this.form = words;
    return this.saving.save(true);
  }

  take(item: ContentItem, etag: string | null): void {
    this.stored.take(item, etag);
    this.form = formOf(item);
    this.saving.settled(new Date(item.updated_at));
  }

  private recover(kept: Found, value: ItemForm): void {
    this.creating = kept.creating ?? null;
    this.form = value;
    this.recovered = kept.kept_at;
    this.ofUnknown = kept.account === null;
    this.waiting = true;
    this.saving.hold();
  }

  /** Back to what the server has. */
  async discard(): Promise<void> {
    // A save that runs would bring it back.
    await this.saving.idle();
    await this.forget();
    this.recovered = null;
    this.waiting = false;
    this.creating = null;
    if (this.id !== null) await this.load(this.id);
    else {
      this.form = emptyForm(this.form.section_id);
      this.saving.settled(null);
    }
  }

  /** What a draft holds beyond a change that has arrived. */
  private since(value: ItemForm, sent: ItemForm, item: ContentItem, etag: string | null): ItemForm {
    this.form = value;
    this.answered(sent, item, etag);
    const { is_published, published_at } = this.stored.form;
    return { ...($state.snapshot(this.form) as ItemForm), is_published, published_at };
  }

  /** False when something is left that waits for its button. */
  private async send(value: ItemForm): Promise<boolean> {
    this.waiting = false;
    try {
      if (this.id !== null && this.unanswered !== null) {
        const left = await this.learn(this.id, value, this.unanswered);
        if (left === null) return false;
        value = left;
      }
      const known = this.id === null ? await this.create(value) : this.stored.form;
      const body = changes(this.type, value, known);
      if (this.id !== null && Object.keys(body).length > 0) await this.change(this.id, value, body);
      this.errors = {};
      this.recovered = null;
      return true;
    } catch (error) {
      this.errors = fieldErrors(error);
      this.gone = this.id !== null && isGone(error);
      throw error;
    }
  }

  private async change(id: string, value: ItemForm, body: ReturnType<typeof changes>): Promise<void> {
    const headers = { "editing-session": this.session };
    for (const name of Object.keys(body)) this.chosen.add(name);
    // Known on this device before it is sent: the page may end before the answer comes.
    this.unanswered = value;
    await this.keep(value).catch(() => undefined);
    try {
      const { data, etag } = await api.putContentByContentTypeById({ content_type: this.type, id, body, ifMatch: this.stored.etag ?? undefined, headers });
      this.answered(value, data, etag);
      this.unanswered = null;
    } catch (error) {
      // Refused is not changed. Of all else nobody knows.
      if (isRefusal(error)) this.unanswered = null;
      throw error;
    }
  }

  /** Whether the one write since then was this change. */
  private async hasArrived(sent: ItemForm, base: ItemForm, before: string | null, there: ContentItem, etag: string | null): Promise<boolean> {
    const { arrived, isNext } = await import("./arrival.ts");
    return isNext(before, etag) && arrived(changes(this.type, sent, base), base, formOf(there));
  }

  /** Asks what became of a change whose answer was lost. Gives back what there is to save with that in mind, or null when that has to wait for its button. */
  private async learn(id: string, value: ItemForm, sent: ItemForm): Promise<ItemForm | null> {
    const { data, etag } = await api.getContentByContentTypeById({ content_type: this.type, id });
    const { form: base, status, etag: before } = this.stored;
    const isOwn = !sameVersion(before, etag) && (await this.hasArrived(sent, base, before, data, etag));
    this.unanswered = null;
    if (sameVersion(before, etag)) return value;
    // Somebody else has saved: both versions are shown.
    if (!isOwn) throw new Outdated();
    this.answered(sent, data, etag);
    // Whether it is to be public was said anew since then.
    if (value.is_published !== base.is_published || value.published_at !== base.published_at) return value;
    const { is_published, published_at } = this.stored.form;
    Object.assign(this.form, { is_published, published_at });
    const left = { ...value, is_published, published_at };
    // It was a draft as far as anybody could see: what was written into it since is not made public unasked.
    const isNews = status !== "published" && this.status === "published" && JSON.stringify(changes(this.type, left, this.stored.form)) !== "{}";
    return isNews ? null : left;
  }

  /** After a failure: a draft is saved again by itself, what is public waits for its button. */
  retry(): void {
    if (this.state.kind === "failed" && !this.isPublic && !this.gone) void this.saving.save();
  }

  /**
   * Makes the item. Where the answer to an earlier attempt was lost, that very attempt is repeated under its key, so
   * that there is one item however often it is asked for. It is made as a draft: what becomes public does so by a
   * change, which is never repeated unasked. Gives back what the server has now: all else follows as a change.
   */
  private async create(value: ItemForm): Promise<ItemForm> {
    const attempt = (this.creating ??= this.attempt(value.is_published ? { ...value, is_published: false, published_at: null } : value));
    // The key has to outlive the page, too.
    await this.keep(value).catch(() => undefined);
    const body = (attempt.body ?? changes(this.type, attempt.value, this.stored.form)) as NewItem;
    const headers = { "editing-session": this.session };
    try {
      const { data, etag } = await api.postContentByContentType({ content_type: this.type, body, idempotencyKey: attempt.key, headers });
      const before = this.shelf.place;
      this.creating = null;
      this.answered(attempt.value, data, etag);
      this.id = data.id;
      if (this.ended) {
        // Nobody is here any more: the words that were left on this device wait under its address.
        const moved = { item: this.key, etag, base: this.stored.form, creating: null };
        await moveDraft<ItemForm>(before, (draft) => (JSON.stringify(changes(this.type, draft.value, attempt.value)) === "{}" ? null : { ...draft, ...moved })).catch(() => undefined);
        return value;
      }
      await this.shelf.forget(before).catch(() => undefined);
      // Before anything else can fail: from here on it is known by its address.
      this.oncreated(data.id);
    } catch (error) {
      // Refused is not made. Of all else nobody knows.
      if (isRefusal(error)) this.creating = null;
      throw error;
    }
    // Under its own name by now, until that change is made.
    if (attempt.value !== value) await this.keep(value).catch(() => undefined);
    return attempt.value;
  }

  private attempt(value: ItemForm): Creating<ItemForm> {
    return { key: randomName(), value, body: changes(this.type, value, this.stored.form) };
  }

  /** The text stays as it is typed. Fields that the service made follow it, unless somebody has written in them meanwhile. */
  private answered(sent: ItemForm, item: ContentItem, etag: string | null): void {
    const made = formOf(item);
    this.stored.take(item, etag, sent.body);
    for (const name of ["slug", "summary", "image_url", "image_alt", "published_at", "is_published"] as const) {
      if (JSON.stringify(this.form[name]) === JSON.stringify(sent[name])) Object.assign(this.form, { [name]: made[name] });
    }
  }

  /** The newest there are: of an editor that has been left, those that it has kept or saved. */
  async words(): Promise<ItemForm> {
    if (!this.ended) return this.current();
    return (await this.shelf.look().catch(() => null))?.value ?? this.stored.form;
  }

  /** What was public before is so again. The words since then are as they were, and not saved. */
  async shownAgain(item: ContentItem, etag: string | null, since: ItemForm): Promise<void> {
    const { is_published, published_at } = formOf(item);
    const sent = this.ended ? since : this.current();
    this.stored.take(item, etag);
    const words = { ...sent, is_published, published_at };
    // What the service has made of them, it makes again.
    for (const name of MADE) if (!this.chosen.has(name)) Object.assign(words, { [name]: this.stored.form[name] });
    this.form = words;
    this.unanswered = null;
    if (JSON.stringify(changes(this.type, words, this.stored.form)) === "{}") return this.saving.settled(new Date(item.updated_at));
    this.saving.resume();
    await this.keep(words, true).catch(() => undefined);
  }

  /** Somebody has saved meanwhile: both versions are shown. */
  private async meet(): Promise<void> {
    await pauseInTyping();
    if (this.id === null || this.conflict !== null) return;
    try {
      const { data, etag } = await api.getContentByContentTypeById({ content_type: this.type, id: this.id });
      const mine = this.current();
      // The text leaves the page for the view of both versions. From here on the form has it, for whatever keeps it.
      this.form = mine;
      this.conflict = { item: data, etag, mine, base: this.stored.form, copyKey: randomName(), isAsked: true };
      await this.saving.keepNow();
    } catch (error) {
      this.gone = isGone(error);
      this.saving.failed(error);
    }
  }

  /** The conflict was decided. */
  async decide(form: ItemForm): Promise<boolean> {
    const met = this.conflict;
    if (met === null) return false;
    this.stored.take(met.item, met.etag);
    this.form = form;
    this.conflict = null;
    this.saving.resume();
    return this.saving.save();
  }
}
