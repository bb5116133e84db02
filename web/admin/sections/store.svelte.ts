// The sections of the site, loaded once and shared by the tree and by all who choose a section.
// Moves show at once and are sent one after the other; a refusal brings back what the service has.
import type { Section, SectionChange } from "../../api/client.gen.ts";
import { api, explain, request } from "../http/client.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { describePlace, describeRedirects, withMove, type MovePlan } from "./moves.ts";
import { buildTree, totals, type SectionTree } from "./tree.ts";

const PAGE = 100;
const AT_ONCE = 6;
/** How long a moved row stays marked. */
const MARKED = 1_200;

/** What the service says a move would do. */
export interface MovePreview {
  from: string;
  to: string;
  addresses: number;
}

class Sections {
  list = $state.raw<Section[]>([]);
  loaded = $state(false);
  error = $state<string | undefined>();
  /** The section that was moved just now. */
  marked = $state<string | null>(null);
  /** For those who listen. */
  said = $state("");
  readonly tree: SectionTree = $derived(buildTree(this.list));
  private own = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** How much is in each section and below it, once somebody has asked for it. */
  readonly totals: ReadonlyMap<string, number> = $derived(totals(this.tree, this.own));
  private loading: Promise<void> | null = null;
  private waiting: Promise<void> = Promise.resolve();
  private underway = 0;
  private unmark: ReturnType<typeof setTimeout> | undefined;
  private undoLast: (() => Promise<void>) | null = null;

  /** Loads them unless they are there. */
  ensure(): Promise<void> {
    return this.loaded ? Promise.resolve() : this.reload();
  }

  reload(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = null));
    return this.loading;
  }

  private async load(): Promise<void> {
    try {
      const page = (offset: number) => api.getSections({ query: { limit: PAGE, offset, include_unpublished: "true" } });
      const { data: first } = await page(0);
      const rest: number[] = [];
      for (let offset = first.limit; offset < first.total; offset += first.limit) rest.push(offset);
      const pages: Section[][] = [first.items];
      const fetchRest = async () => {
        for (let offset = rest.shift(); offset !== undefined; offset = rest.shift()) {
          const { data } = await page(offset);
          pages[offset / first.limit] = data.items;
        }
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, rest.length) }, fetchRest));
      this.list = pages.flat();
      this.error = undefined;
      this.loaded = true;
    } catch (error) {
      this.error = explain(error);
    }
  }

  /** Asks how much is in each section; false when the numbers stay as they were. A tree without numbers is a tree, so nobody is told. */
  async count(): Promise<boolean> {
    try {
      const { data } = await api.getSectionsCounts();
      this.own = new Map(data.items.map(({ id, content }) => [id, content]));
      return true;
    } catch {
      return false;
    }
  }

  /** Puts a section there as the service has answered it. */
  put(section: Section): void {
    const known = this.list.some((other) => other.id === section.id);
    this.list = known ? this.list.map((other) => (other.id === section.id ? section : other)) : [...this.list, section];
  }

  remove(id: string): void {
    this.list = this.list.filter((section) => section.id !== id);
  }

  /** How many addresses a move would change; null where the service does not say. */
  async preview(id: string, change: SectionChange, signal?: AbortSignal): Promise<MovePreview> {
    const path = `/sections/${encodeURIComponent(id)}/preview-move`;
    const { data } = await request<MovePreview>({ method: "POST", path, json: change }, { signal });
    return data;
  }

  /** Moves at once; the service is told, and what it refuses is taken back. */
  async move(plan: MovePlan): Promise<void> {
    const title = this.tree.byId.get(plan.id)?.section.title ?? "";
    const where = describePlace(this.tree, plan);
    this.list = withMove(this.list, plan);
    this.mark(plan.id);
    this.said = `${title} moved ${where}.`;
    await this.inTurn(plan.id, title, async () => {
      // Asked before it happens: afterwards nobody knows how many it was.
      const addresses = plan.reparented ? await this.preview(plan.id, plan.change).then((preview) => preview.addresses, () => null) : 0;
      for (const { id, sort_order } of plan.room) await api.putSectionsById({ id, body: { sort_order } });
      const { data } = await api.putSectionsById({ id: plan.id, body: plan.change });
      this.settle(plan, data);
      const redirects = addresses === null || addresses === 0 ? "" : ` ${describeRedirects(addresses, "now")}`;
      const undo = () => this.undo(plan, title);
      this.undoLast = undo;
      toast({ text: `Moved ${title} ${where}.${redirects}`, undo });
    });
  }

  /** Takes the last move back, where there is one. */
  async undoMove(): Promise<boolean> {
    const undo = this.undoLast;
    this.undoLast = null;
    await undo?.();
    return undo !== null;
  }

  private async undo(plan: MovePlan, title: string): Promise<void> {
    this.undoLast = null;
    this.list = withMove(this.list, { ...plan, change: plan.undo, room: [] });
    this.mark(plan.id);
    this.said = `${title} is back where it was.`;
    await this.inTurn(plan.id, title, async () => {
      const { data } = await api.putSectionsById({ id: plan.id, body: plan.undo });
      this.settle({ ...plan, change: plan.undo }, data);
      toast({ text: `${title} is back where it was${plan.reparented ? ", and so are its addresses" : ""}.` });
    });
  }

  /** The answer: other siblings, and all addresses below, may have changed with it. */
  private settle(plan: MovePlan, answered: Section): void {
    if (this.underway > 1) return;
    const respaced = answered.sort_order !== plan.change.sort_order;
    this.put(answered);
    if (plan.reparented || respaced) void this.reload();
  }

  private inTurn(id: string, title: string, work: () => Promise<void>): Promise<void> {
    this.underway += 1;
    this.waiting = this.waiting.then(async () => {
      try {
        await work();
      } catch (error) {
        await this.reload();
        // "Nothing is here" says nothing to somebody who sees it before them.
        const isGone = this.error === undefined && !this.tree.byId.has(id);
        this.said = `Not moved. ${isGone ? `${title} was deleted meanwhile.` : explain(error)}`;
        toast({ text: this.said, tone: "bad" });
      } finally {
        this.underway -= 1;
      }
    });
    return this.waiting;
  }

  private mark(id: string): void {
    clearTimeout(this.unmark);
    this.marked = id;
    this.unmark = setTimeout(() => (this.marked = null), MARKED);
  }
}

export const sections = new Sections();
