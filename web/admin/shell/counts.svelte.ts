// Numbers beside places of the navigation. Whoever changes one says so.
import { api } from "../http/client.ts";

class Counts {
  unread = $state(0);
  readonly byPath: Record<string, number> = $derived({ "/inbox": this.unread });

  async load(): Promise<void> {
    try {
      const { data } = await api.getContactMessages({ query: { read: false, limit: 1 } });
      this.unread = data.total;
    } catch {
      // The number is a comfort; the inbox itself says what is wrong.
    }
  }
}

export const counts = new Counts();
