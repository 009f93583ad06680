import * as contract from "@sendwright/core/contract";
import { HttpResponse, http, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterEach, vi } from "vitest";

/** A request as it left the page. */
export interface Seen {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: string | FormData | null;
}

type Answerer = (seen: Seen) => Response | Promise<Response>;

/** A JSON answer. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Advances the clock; pending timers keep waiting as before. */
export function laterBy(milliseconds: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
}

async function asSeen(request: Request): Promise<Seen> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(
    [...request.headers].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const isForm = headers["content-type"]?.startsWith("multipart/form-data");
  const body =
    request.body === null ? null : isForm ? await request.formData() : await request.text();
  return { method: request.method, url: pathname + search, headers, body };
}

/** Answers only the calls of the contract. MSW reports any other call, and it gets no answer. */
function callsOf(answer: (request: Request) => Promise<Response>): RequestHandler[] {
  const on = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };
  return Object.values(contract).flatMap((one) =>
    typeof one === "object" && "path" in one && "method" in one
      ? [on[one.method](`*${one.path}`, ({ request }) => answer(request))]
      : [],
  );
}

const CONFIG = http.get("*/__/firebase/init.json", () =>
  HttpResponse.json({ projectId: "demo-test", apiKey: "key" }),
);

/**
 * Stands in for the server with what it answers (a TypeError: nothing, the network is down);
 * returns the list of what was asked of it.
 */
export function fakeApi(answer: Answerer): Seen[] {
  const all: Seen[] = [];
  const answered = async (request: Request) => {
    const seen = await asSeen(request);
    all.push(seen);
    try {
      return await answer(seen);
    } catch (cause) {
      if (cause instanceof TypeError) return HttpResponse.error();
      throw cause;
    }
  };
  network?.close();
  network = setupServer(CONFIG, ...callsOf(answered));
  const uploads = Object.getOwnPropertyDescriptor(globalThis, "XMLHttpRequest");
  network.listen({ onUnhandledRequest: "error" });
  // Uploads have a fake of their own (`fakeUpload.ts`), whichever of the two comes first: MSW takes
  // a body at one go.
  if (uploads) Object.defineProperty(globalThis, "XMLHttpRequest", uploads);
  return all;
}

let network: ReturnType<typeof setupServer> | null = null;
afterEach(() => {
  network?.close();
  network = null;
});
