// One part of the site's settings as a form: what is saved, what was changed on the page, and saving it
// for the version that was read.
import type { SettingsChange, SiteSettings } from "../../api/client.gen.ts";
import { api, explain, fieldErrors, ProblemError } from "../http/client.ts";
import { guardLeaving } from "../shell/leaving.ts";
import { confirm } from "../shell/confirm.svelte.ts";
import { session } from "../shell/session.svelte.ts";
import { changed } from "./changes.ts";

export class SettingsForm<T extends object> {
  /** Null until the settings are read. */
  draft = $state<T | null>(null);
  saved = $state.raw<T | null>(null);
  busy = $state(false);
  failure = $state("");
  /** Somebody else has saved in the meantime. */
  stale = $state(false);
  errors = $state.raw<Record<string, string>>({});
  private etag: string | null = null;

  constructor(
    /** The part that the form is about. */
    private readonly part: (settings: SiteSettings) => T,
    /** A change of that part as the service wants it. */
    private readonly change: (draft: Partial<T>) => SettingsChange,
  ) {}

  get isChanged(): boolean {
    return this.draft !== null && this.saved !== null && changed(this.saved, $state.snapshot(this.draft) as T) !== null;
  }

  async load(): Promise<void> {
    this.failure = "";
    try {
      const { data, etag } = await api.getSettings();
      this.take(data, etag);
    } catch (error) {
      this.failure = `The settings could not be read. ${explain(error)}`;
    }
  }

  async save(): Promise<boolean> {
    const sent = $state.snapshot(this.draft) as T | null;
    const difference = this.saved && sent ? changed(this.saved, sent) : null;
    if (difference === null || sent === null || this.busy) return false;
    this.busy = true;
    this.failure = "";
    this.errors = {};
    try {
      const { data, etag } = await api.putSettings({ body: this.change(difference), ...(this.etag === null ? {} : { ifMatch: this.etag }) });
      // Whoever has typed on in the meantime goes on with that.
      const since = this.draft && changed(sent, $state.snapshot(this.draft) as T);
      this.take(data, etag);
      if (this.draft && since) Object.assign(this.draft, since);
      return true;
    } catch (error) {
      this.errors = fieldErrors(error);
      this.stale = error instanceof ProblemError && error.code === "stale";
      this.failure = this.stale ? "Not saved. The settings were changed elsewhere in the meantime." : `Not saved. ${explain(error)}`;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Back to what is saved; where that is known to be old, it is read anew. */
  discard(): void {
    if (this.stale) void this.load();
    this.draft = this.saved === null ? null : copy(this.saved);
    this.errors = {};
    this.failure = "";
  }

  /** Keeps what was typed and saves it over what is there now. */
  async saveAnyway(): Promise<boolean> {
    try {
      ({ etag: this.etag } = await api.getSettings());
    } catch (error) {
      this.failure = `Not saved. ${explain(error)}`;
      return false;
    }
    this.stale = false;
    return this.save();
  }

  /** While a component is there: asks before what was changed is left. */
  guard(): () => void {
    const ask = () => confirm({ title: "Leave without saving?", text: "What you changed on this page is not saved.", action: "Leave", cancel: "Stay", danger: true });
    return guardLeaving(ask, { unsaved: () => this.isChanged });
  }

  private take(settings: SiteSettings, etag: string | null): void {
    this.etag = etag;
    this.stale = false;
    this.saved = this.part(settings);
    this.draft = copy(this.saved);
    session.site = { title: settings.title, language: settings.language };
  }
}

function copy<T>(value: T): T {
  return structuredClone(value);
}
