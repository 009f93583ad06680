import { vi } from "vitest";

/** A request as it left the page. */
export interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

type Answerer = (seen: Seen) => Response | Promise<Response>;

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** From now on the clock shows so much more; what waits for a timer goes on waiting as it did. */
export function laterBy(milliseconds: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
}

/** Takes what the server answers; stands in for the network and gives the list of what was asked of it. */
export function fakeApi(answer: Answerer): Seen[] {
  const all: Seen[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/__/firebase/init.json") return json(200, { projectId: "demo-test", apiKey: "key" });
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const seen = { method: init.method ?? "GET", url, headers, body: init.body ?? null };
    all.push(seen);
    init.signal?.throwIfAborted();
    return answer(seen);
  });
  return all;
}
