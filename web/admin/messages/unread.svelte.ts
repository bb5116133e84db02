// How many messages nobody has read, for the navigation and the title. Asked again every minute while
// the window is seen, and told by the inbox whenever it knows better.
import { api } from "../http/client.ts";

const EVERY = 60_000;

class Unread {
  count = $state(0);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** To be called once, by whoever shows the number; what it gives back ends it. */
  watch(): () => void {
    const ask = (): void => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    void this.refresh();
    this.timer = setInterval(ask, EVERY);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }

  async refresh(): Promise<void> {
    try {
      const { data } = await api.getContactMessages({ query: { read: false, limit: 1 } });
      this.count = data.total;
    } catch {
      // The number is a courtesy: the inbox itself says what is wrong.
    }
  }
}

export const unread = new Unread();
