/** An item as the server is known to have it. */
import type { ContentItem } from "../../api/client.gen.ts";
import { serviceNow } from "../http/clock.ts";
import { emptyForm, formOf, type ItemForm, type ItemStatus, statusOf } from "./item.ts";

/** Before the moment of a publication: the service may be there already. */
const SOON = 60_000;

/** A tag also covers who asked and what stands around an item; whether somebody has saved it, its version tells. */
export function sameVersion(left: string | null, right: string | null): boolean {
  const version = (tag: string | null): string | null => /v\d+/.exec(tag ?? "")?.[0] ?? tag;
  return version(left) === version(right);
}

export class Stored {
  item = $state.raw<ContentItem | null>(null);
  etag: string | null = null;
  form = $state.raw<ItemForm>(emptyForm(null));
  now = $state(serviceNow());

  /** `body` is the text as it was sent: the service writes markup in its own way. */
  take(item: ContentItem, etag: string | null, body: string = item.body): void {
    // First of all: it fails where an answer is no item, and then nothing is known that was not before.
    this.form = { ...formOf(item), body };
    // What was published a moment ago is in the past by now.
    this.now = serviceNow();
    this.item = item;
    this.etag = etag;
  }

  /** There is nothing any more, or not yet. */
  clear(): void {
    [this.item, this.etag, this.form] = [null, null, emptyForm(null)];
  }

  /** Not as a form says that it is to be. */
  get status(): ItemStatus {
    return statusOf(this.form, this.now);
  }

  /** Whether visitors see it, or will in a moment: then nothing is sent by itself. */
  get isPublic(): boolean {
    return statusOf(this.form, new Date(serviceNow().getTime() + SOON)) === "published";
  }
}
