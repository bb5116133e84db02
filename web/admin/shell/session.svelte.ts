// Who is signed in, and signing in again over the page when the session has ended: what is on the
// page stays, and the request that was refused is sent once more.
import { api, signWith } from "../http/client.ts";
import { endGuards } from "./leaving.ts";
import { pauseInTyping } from "./typing.ts";
import type { User } from "../../api/client.gen.ts";

/** Other windows of the admin area are told when somebody has signed in. */
const CHANNEL = "folia-session";
const ASK_EVERY = 3_000;

class Session {
  user = $state.raw<User | null>(null);
  site = $state.raw<{ title: string; language: string }>({ title: "", language: "en" });
  /** The session has ended, and the dialog that says so is on the page. */
  lost = $state(false);
  /** Somebody else signed in meanwhile. */
  stranger = $state<string | null>(null);
  private token: string | null = null;
  private waiting: ((again: boolean) => void)[] = [];
  private asked: ReturnType<typeof setInterval> | undefined;
  private readonly channel = new BroadcastChannel(CHANNEL);

  get isAdmin(): boolean {
    return this.user?.role === "admin";
  }

  get csrfToken(): string | null {
    return this.token;
  }

  async load(): Promise<void> {
    const [shown, settings] = await Promise.all([api.getAuthSession(), api.getSettings()]);
    this.user = shown.data.user ?? null;
    this.token = shown.data.csrf_token ?? null;
    this.site = { title: settings.data.title, language: settings.data.language };
    const settle = () => {
      if (this.waiting.length > 0) void this.check();
    };
    this.channel.addEventListener("message", settle);
    addEventListener("focus", settle);
    document.addEventListener("visibilitychange", settle);
  }

  async renew(): Promise<boolean> {
    const before = this.token;
    const { data } = await api.getAuthSession();
    if (!data.authenticated) return this.signInAgain();
    if (data.user?.id !== this.user?.id) return false;
    this.token = data.csrf_token ?? null;
    return this.token !== before;
  }

  async hasEnded(): Promise<boolean> {
    if (this.user === null) return false;
    return api.getAuthSession().then(({ data }) => !data.authenticated, () => false);
  }

  /** Asks over the page. Several requests can wait for the same answer. */
  signInAgain(): Promise<boolean> {
    this.stranger = null;
    this.asked ??= setInterval(() => void this.check(), ASK_EVERY);
    void pauseInTyping().then(() => (this.lost = this.waiting.length > 0));
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Nobody signs in now: the requests fail as they did. */
  giveUp(): void {
    this.settle(false);
  }

  /** Whether somebody has signed in meanwhile, in whatever window. */
  async check(): Promise<void> {
    const { data } = await api.getAuthSession().catch(() => ({ data: null }));
    if (data === null || !data.authenticated || this.waiting.length === 0) return;
    if (this.user !== null && data.user?.id !== this.user.id) {
      this.stranger = data.user?.name ?? data.user?.email ?? "somebody else";
      return;
    }
    this.user = data.user ?? null;
    this.token = data.csrf_token ?? null;
    this.settle(true);
  }

  /** Said by a window in which somebody has just signed in. */
  announce(): void {
    this.channel.postMessage("signed in");
  }

  async signOut(): Promise<void> {
    await api.postAuthLogout();
    // Whoever signs out was asked already; the browser would ask a second time.
    endGuards();
    location.assign("/");
  }

  private settle(again: boolean): void {
    clearInterval(this.asked);
    this.asked = undefined;
    this.lost = false;
    const waiting = this.waiting.splice(0);
    for (const resolve of waiting) resolve(again);
  }
}

export const session = new Session();

signWith({
  csrfToken: () => session.csrfToken,
  renew: () => session.renew(),
  hasEnded: () => session.hasEnded(),
  signInAgain: () => session.signInAgain(),
});
