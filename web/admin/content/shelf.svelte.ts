/** What this device keeps of one item while it is edited: words that are not saved, under the name of this window. */
import { session } from "../shell/session.svelte.ts";
import { draftKey, findDraft, forgetDraft, getDraft, keepDraft, type LocalDraft } from "./drafts.ts";
import type { ItemForm } from "./item.ts";
import { openTabs, tab } from "./tab.ts";

/** With the key under which it is forgotten. */
export type Found = LocalDraft<ItemForm> & { key: string };
type Kept = Omit<LocalDraft<ItemForm>, "item" | "tab" | "account" | "kept_at">;

export class Shelf {
  /** Whether this device has the words that are not saved: it may be full, or forbid it. */
  isKept = $state(true);
  /** Whoever has opened it: their words stay theirs, whoever signs in on this device later. */
  private readonly account = session.user?.id ?? "";
  /** Keeping the same words once more, with every attempt to save them, makes them no newer than another window's. */
  private writtenAt = new Date().toISOString();

  /** `item` names the item, or the new one that has no name yet. */
  constructor(private readonly item: () => string) {}

  /** Where the words of this window are. */
  get place(): string {
    return draftKey(this.item(), tab);
  }

  /** Something was written. */
  written(): void {
    this.writtenAt = new Date().toISOString();
  }

  async keep(words: Kept): Promise<void> {
    const kept = keepDraft<ItemForm>({ ...words, item: this.item(), tab, account: this.account, kept_at: this.writtenAt });
    this.isKept = await kept.then(() => true, () => false);
    await kept;
  }

  /** What a closed window has left. It is this one's from now on, and offered to no other while it is open. */
  async find(): Promise<Found | null> {
    const kept = await findDraft<ItemForm>(this.item(), this.account, await openTabs());
    if (kept === null) return null;
    this.writtenAt = kept.kept_at;
    const { key, ...draft } = kept;
    // Where this device cannot hold a second one, it stays where it is.
    if (key !== this.place) await keepDraft({ ...draft, item: this.item(), tab }).then(() => forgetDraft(key), () => undefined);
    return kept;
  }

  /** What it holds of this window. */
  look(): Promise<LocalDraft<ItemForm> | null> {
    return getDraft<ItemForm>(this.place);
  }

  async forget(place: string = this.place): Promise<void> {
    await forgetDraft(place);
  }
}
