/** Our own pages by a few letters of their title or path. */
import { request } from "../http/client.ts";

export interface Found {
  kind: string;
  id: string;
  title: string;
  path: string;
  is_published: boolean;
}

export async function findPages(query: string, signal: AbortSignal, limit = 8): Promise<Found[]> {
  const { data } = await request<{ items: Found[] }>({ method: "GET", path: "/content/find", query: { q: query, limit } }, { signal });
  return data.items;
}
