import {
  type AppError,
  addAttachment,
  createTemplate,
  deleteAttachment,
  type Endpoint,
  getPicture,
  getSend,
  getTemplate,
  listTemplates,
  saveTemplate,
  sendDirect,
} from "@sendwright/core/contract";
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { fakeApi, json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { fakeUploads } from "../testing/fakeUpload.ts";

/** A page of its own with the client, signed in as Ada or signed out. */
async function aPage(user: typeof ada | null = ada) {
  vi.resetModules();
  firebase.user = user;
  const session = await import("../lib/session.ts");
  const { call } = await import("../lib/call.ts");
  session.startSession("/app");
  await waitFor(() => expect(session.session().isLoading).toBe(false));
  return { call, session };
}

/** The error that a call ends with; a call that does not fail is one. */
const caught = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => new Error("It did not fail."),
    (thrown: unknown) => thrown,
  );
  // Modules are loaded anew for each page, so the class is another one: its name and fields tell.
  expect((error as Error).name).toBe("AppError");
  return error as AppError;
};

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const FIELDS = {
  name: "A",
  subject: "S",
  body: "<p>B</p>",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
} as const;
const TEMPLATE = {
  id: "t1",
  ...FIELDS,
  parsed_variables: [],
  syntax_warnings: [],
  attachments: [],
  updated_at: "2026-11-20T10:00:00.000Z",
  revision: "r1",
};
const saved = () => json(200, { success: true, template: TEMPLATE });

beforeEach(() => {
  firebase.reset();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("a request", () => {
  it("carries the ID token, and path parts, headers and JSON where the endpoint says", async () => {
    const seen = fakeApi(saved);
    const { call } = await aPage();
    await call(saveTemplate, { id: "a_b-1", revision: "r7", ...FIELDS });
    expect(seen[0]).toMatchObject({
      method: "PUT",
      url: "/api/template/a_b-1",
      headers: {
        authorization: "Bearer token-1",
        "content-type": "application/json",
        "if-match": "r7",
      },
    });
    expect(JSON.parse(String(seen[0]?.body))).toEqual(FIELDS);
  });

  it("puts the remaining fields of a GET into the query", async () => {
    const seen = fakeApi(() => json(404, { success: false, error: "x", reason: "not_found" }));
    const { call } = await aPage();
    await caught(call(getSend, { id: "s1", after: "2026 & so on" }));
    await caught(call(getSend, { id: "s1", after: undefined }));
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/sends/s1?after=2026+%26+so+on",
      "/api/sends/s1",
    ]);
    expect(seen[0]?.body).toBeNull();
  });

  it("sends a body with a DELETE that has one", async () => {
    const seen = fakeApi(() => json(200, { success: true }));
    const { call } = await aPage();
    await call(deleteAttachment, { id: "t1", storage_path: "users/u/f.pdf" });
    expect(seen[0]).toMatchObject({ method: "DELETE", body: '{"storage_path":"users/u/f.pdf"}' });
  });

  it("sends a form when files are named, each under its field, JSON fields as text", async () => {
    const seen = fakeApi(() => json(400, { success: false, error: "x", reason: "invalid_input" }));
    const { call } = await aPage();
    const files = { attachments: [new File(["one"], "a.txt"), new File(["two"], "b.txt")] };
    const input = {
      idempotency_key: "key-12345",
      template_id: "t1",
      recipient: "a@b.de",
      variables: { "Full Name": "Ä" },
    };
    await caught(call(sendDirect, input, { files }));
    const form = seen[0]?.body as FormData;
    expect(form.get("template_id")).toBe("t1");
    expect(JSON.parse(String(form.get("variables")))).toEqual({ "Full Name": "Ä" });
    expect(form.getAll("attachments").map((file) => (file as File).name)).toEqual([
      "a.txt",
      "b.txt",
    ]);
    expect(form.has("idempotency_key")).toBe(false);
    expect(seen[0]?.headers["idempotency-key"]).toBe("key-12345");
    // The browser writes the form's own type, with its boundary.
    expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  });

  it("sends JSON to the same kind of endpoint when there are no files", async () => {
    const seen = fakeApi(saved);
    const { call } = await aPage();
    await call(createTemplate, FIELDS);
    expect(seen[0]?.headers["content-type"]).toBe("application/json");
  });

  it("refuses input that the contract refuses, without asking the server", async () => {
    const seen = fakeApi(saved);
    const { call } = await aPage();
    const error = await caught(call(saveTemplate, { id: "t1", ...FIELDS, subject: "two\nlines" }));
    expect(error.reason).toBe("invalid_input");
    expect(error.message).toContain("subject");
    expect(seen).toHaveLength(0);
    expect(console.warn).toHaveBeenCalledWith(
      "Invalid request:",
      "PUT",
      "/api/template/:id",
      "subject",
    );
  });
});

describe("a response", () => {
  it("is parsed: drops fields that the contract doesn't know", async () => {
    fakeApi(() => json(200, { success: true, templates: [], more: 1 }));
    const { call } = await aPage();
    expect(await call(listTemplates, {})).toEqual({ success: true, templates: [] });
  });

  it.each([
    [
      "the server's own words",
      json(409, { success: false, error: "Changed.", reason: "template_changed" }),
      "template_changed",
      "Changed.",
    ],
    [
      "an unknown reason",
      json(400, { success: false, error: "E", reason: "whatever" }),
      "invalid_input",
      "E",
    ],
    [
      "a status and a reason of a later version",
      json(418, { error: "E", reason: "later" }),
      "invalid_input",
      "E",
    ],
    [
      "a failure of a later version",
      json(599, { error: "E", reason: "later" }),
      "internal_server_error",
      "E",
    ],
    [
      "success: false with 200 and words",
      json(200, { success: false, error: "No.", reason: "not_found" }),
      "not_found",
      "No.",
    ],
    [
      "success: false with 200 and nothing else",
      json(200, { success: false }),
      "bad_answer",
      "Fallback.",
    ],
    [
      "HTML of the platform, 500",
      new Response("<h1>Error</h1>", { status: 500 }),
      "internal_server_error",
      "Fallback.",
    ],
    [
      "HTML of the platform, 404",
      new Response("<html>", { status: 404 }),
      "bad_answer",
      "Fallback.",
    ],
    [
      "JSON of another program, 404",
      json(404, { error: { code: 404 } }),
      "bad_answer",
      "Fallback.",
    ],
    [
      "a proxy's 502",
      new Response("Bad gateway", { status: 502 }),
      "service_unavailable",
      /can't reach the server/,
    ],
    ["Hosting's 504", new Response("", { status: 504 }), "gateway_timeout", /too long/],
    [
      "HTML for a body above 32 MB",
      new Response("<p>", { status: 413 }),
      "payload_too_large",
      /too large/,
    ],
    ["HTML with 200", new Response("<!doctype html>", { status: 200 }), "bad_answer", "Fallback."],
    [
      "JSON of another shape",
      json(200, { success: true, templates: "many" }),
      "bad_answer",
      "Fallback.",
    ],
    ["a JSON array", json(200, [1]), "bad_answer", "Fallback."],
  ])("becomes an error: %s", async (_what, answer, reason, message) => {
    fakeApi(() => answer.clone());
    const { call } = await aPage();
    const error = await caught(call(listTemplates, {}, { fallback: "Fallback." }));
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(message);
  });

  it("includes the request id, the time to wait and the details in the error", async () => {
    const body = {
      success: false,
      error: "Wait.",
      reason: "rate_limited",
      request_id: "req-9",
      left: 3,
    };
    fakeApi(() => json(429, body, { "retry-after": "17" }));
    const { call } = await aPage();
    const error = await caught(call(listTemplates, {}));
    expect(error).toMatchObject({ requestId: "req-9", retryAfter: 17, details: { left: 3 } });
    expect(console.warn).toHaveBeenCalledWith("Rate limit:", "Wait.");
  });

  it("adds the time to wait if a 429 has no message", async () => {
    fakeApi(() => new Response("", { status: 429, headers: { "retry-after": "30" } }));
    const { call } = await aPage();
    expect((await caught(call(listTemplates, {}))).message).toMatch(/30 seconds/);
  });

  it("logs a 403 with the server's words", async () => {
    fakeApi(() => json(403, { success: false, error: "Not yours.", reason: "forbidden" }));
    const { call } = await aPage();
    await caught(call(listTemplates, {}));
    expect(console.warn).toHaveBeenCalledWith("Authorization error:", "Not yours.");
  });

  it("accepts success: false if the endpoint's output allows it", async () => {
    const counts = { total: 1, queued: 0, sending: 0, sent: 0, failed: 1, skipped: 0, warning: 0 };
    const time = "2026-11-20T10:00:00.000Z";
    const send = {
      id: "s1", kind: "direct", state: "done", pause_reason: null, resumes_at: null, counts, title: "A", created_at: time,
      starts_at: time, started_at: time, ended_at: time, deletes_at: time, rate: 60, rows_over_limit: 0,
      cancelled: 0, next_at: null,
    }; // biome-ignore format: one value
    fakeApi(() =>
      json(200, {
        success: false,
        message: "M",
        reason: "send_failed",
        send_id: "s1",
        send,
        results: [],
      }),
    );
    const { call } = await aPage();
    const answer = await call(
      sendDirect,
      { template_id: "t1", recipient: "a@b.de" },
      { files: {} },
    );
    expect(answer).toMatchObject({ success: false, reason: "send_failed" });
  });
});

describe("a 429 that asks for one second", () => {
  const NO_ROOM = {
    success: false,
    error: "Too many requests. Please try again in 1 second.",
    reason: "rate_limited",
  };
  const noRoom = () => json(429, NO_ROOM, { "retry-after": "1" });
  /** Answers in turn, the last one from then on. */
  const inTurn = (...answers: (() => Response)[]) => {
    let i = 0;
    return () => (answers[Math.min(i++, answers.length - 1)] ?? noRoom)();
  };
  /** Holds the client's second: returns a function that ends it, once the client waits. */
  function theSecond(): () => Promise<() => void> {
    const real = setTimeout;
    const waits: (() => void)[] = [];
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number) => {
      if (ms === 1_000) waits.push(run);
      return real(ms === 1_000 ? () => undefined : run, ms);
    }) as typeof setTimeout);
    return async () => {
      await expect.poll(() => waits.length, { timeout: 60_000 }).toBe(1);
      return () => waits[0]?.();
    };
  }

  it("is obeyed once and silently, with the same request", async () => {
    const seen = fakeApi(inTurn(noRoom, saved));
    const { call } = await aPage();
    const second = theSecond();
    const done = call(saveTemplate, { id: "t1", revision: "r7", ...FIELDS });
    const pass = await second();
    expect(seen).toHaveLength(1);
    pass();
    expect(await done).toMatchObject({ template: { id: "t1" } });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("is an error the second time", async () => {
    const seen = fakeApi(noRoom);
    const { call } = await aPage();
    const second = theSecond();
    const error = caught(call(listTemplates, {}));
    (await second())();
    expect(await error).toMatchObject({
      reason: "rate_limited",
      retryAfter: 1,
      message: NO_ROOM.error,
    });
    expect(seen).toHaveLength(2);
  });

  it("can be stopped while it waits", async () => {
    const seen = fakeApi(noRoom);
    const { call } = await aPage();
    const second = theSecond();
    const stop = new AbortController();
    const done = call(listTemplates, {}, { signal: stop.signal });
    done.catch(() => undefined);
    await second();
    stop.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["another time", 429, { "retry-after": "2" }],
    ["no time", 429, {}],
    ["one second, but of another status", 503, { "retry-after": "1" }],
  ])("is no other: %s isn't tried again", async (_, status, headers) => {
    const seen = fakeApi(() =>
      json(status, { success: false, error: "No." }, headers as Record<string, string>),
    );
    const { call } = await aPage();
    await caught(call(listTemplates, {}));
    expect(seen).toHaveLength(1);
  });
});

describe("a file", () => {
  it("returns its bytes, and is refused like any other call", async () => {
    const bytes = new Uint8Array([80, 75, 0, 255]);
    fakeApi(() => new Response(bytes, { status: 200, headers: { "content-type": "image/gif" } }));
    const { call } = await aPage();
    const file = await call(getPicture, { id: "t1", name: "picture-0123456789abcdef.gif" });
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    fakeApi(() =>
      json(429, { success: false, error: "Too many requests.", reason: "rate_limited" }),
    );
    expect(
      await caught(call(getPicture, { id: "t1", name: "picture-0123456789abcdef.gif" })),
    ).toMatchObject({
      reason: "rate_limited",
      message: "Too many requests.",
    });
  });
});

test.each([
  [
    "a picture, which never changes, may come from the browser's cache",
    getPicture,
    { id: "t1", name: "picture-0123456789abcdef.gif" },
    "default",
  ],
  ["no other answer may", listTemplates, {}, "no-store"],
] as const)("%s", async (_, endpoint, input, cache) => {
  fakeApi(() => new Response("x", { status: 200 }));
  const fetched = vi.spyOn(globalThis, "fetch");
  const { call } = await aPage();
  await call(endpoint as Endpoint, input).catch(() => undefined);
  expect(fetched.mock.calls.find(([url]) => String(url).startsWith("/api/"))?.[1]).toMatchObject({
    cache,
  });
});

describe("the session of a call", () => {
  const NO_TEMPLATES = () => json(200, { success: true, templates: [] });

  describe("a 401", () => {
    const refused = () => json(401, { success: false, error: "Expired.", reason: "token_expired" });

    it("refreshes the token once and tries once more", async () => {
      firebase.token = async (refresh) => (refresh ? "token-2" : "token-1");
      const seen = fakeApi(({ headers }) =>
        headers.authorization === "Bearer token-2" ? NO_TEMPLATES() : refused(),
      );
      const { call } = await aPage();
      expect(await call(listTemplates, {})).toMatchObject({ templates: [] });
      expect(seen).toHaveLength(2);
    });

    it("stops if the server also refuses the fresh token, and stays signed in", async () => {
      const seen = fakeApi(refused);
      const { call, session } = await aPage();
      expect((await caught(call(listTemplates, {}))).reason).toBe("token_expired");
      expect(seen).toHaveLength(2);
      expect(session.session().isAuthenticated).toBe(true);
    });

    it("is only logged if no one is signed in", async () => {
      const seen = fakeApi(refused);
      const { call } = await aPage(null);
      await caught(call(listTemplates, {}));
      expect(seen).toHaveLength(1);
      expect(seen[0]?.headers.authorization).toBeUndefined();
      expect(console.warn).toHaveBeenCalledWith("Not signed in:", "token_expired", "Expired.");
    });

    it.each([
      ["/app", true],
      ["/privacy", true],
      ["/", false],
      ["/auth/callback", false],
    ])(
      "whose refresh fails on %s ends the session; goes to the landing page: %s",
      async (path, leaves) => {
        fakeApi(refused);
        const { call, session } = await aPage();
        window.history.replaceState(null, "", path);
        const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
        firebase.token = () => Promise.reject(new Error("auth/user-token-expired"));
        expect((await caught(call(listTemplates, {}))).reason).toBe(
          "session_expired_refresh_failed",
        );
        expect(firebase.user).toBeNull();
        if (leaves) expect(replace).toHaveBeenCalledWith("/?error=session_expired_refresh_failed");
        else expect(replace).not.toHaveBeenCalled();
        // While the page is being left its spinner stays; where it is not left, it is signed out.
        expect(session.session().isLoading).toBe(leaves);
      },
    );

    it("says why, even if Firebase has signed out and the screens have changed to /", async () => {
      fakeApi(refused);
      const { call } = await aPage();
      window.history.replaceState(null, "", "/app");
      const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
      firebase.token = (refresh) => {
        if (!refresh) return Promise.resolve("token-1");
        firebase.become(null);
        window.history.replaceState(null, "", "/");
        return Promise.reject(new Error("auth/user-token-expired"));
      };
      expect((await caught(call(listTemplates, {}))).reason).toBe("session_expired_refresh_failed");
      expect(replace).toHaveBeenCalledWith("/?error=session_expired_refresh_failed");
    });

    it("does not end the session if only the network failed during the refresh", async () => {
      fakeApi(refused);
      const { call, session } = await aPage();
      firebase.token = () =>
        Promise.reject(
          Object.assign(new Error("network"), { code: "auth/network-request-failed" }),
        );
      expect((await caught(call(listTemplates, {}))).reason).toBe("no_answer");
      expect(session.session().isAuthenticated).toBe(true);
    });
  });

  describe("no response", () => {
    it("says that you are offline, and sends no request", async () => {
      const seen = fakeApi(NO_TEMPLATES);
      const { call } = await aPage();
      vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
      const error = await caught(call(listTemplates, {}));
      expect(error).toMatchObject({
        reason: "offline",
        message: expect.stringMatching(/^You're offline/),
      });
      expect(console.warn).toHaveBeenCalledWith(
        "Offline, request not sent:",
        "GET",
        "/api/templates",
      );
      expect(seen).toHaveLength(0);
    });

    it("says that the server didn't respond", async () => {
      fakeApi(() => Promise.reject(new TypeError("Failed to fetch")));
      const { call } = await aPage();
      expect((await caught(call(getTemplate, { id: "t1" }))).reason).toBe("no_answer");
    });

    it("keeps the token and the address's query out of the log", async () => {
      fakeApi(() => Promise.reject(new TypeError("Failed to fetch")));
      const { call } = await aPage();
      await caught(call(getSend, { id: "send-0001", after: "secret-cursor" }));
      const logged = [console.error, console.warn].flatMap((log) => vi.mocked(log).mock.calls);
      expect(logged).toHaveLength(1);
      expect(JSON.stringify(logged)).not.toMatch(/token-1|secret-cursor/);
    });

    it("reports that it was stopped", async () => {
      fakeApi(NO_TEMPLATES);
      const { call } = await aPage();
      const signal = AbortSignal.abort();
      await expect(call(listTemplates, {}, { signal })).rejects.toMatchObject({
        name: "AbortError",
      });
    });
  });
});

describe("an upload with progress", () => {
  async function anUpload(signal?: AbortSignal) {
    const uploads = fakeUploads();
    fakeApi(() => json(200, { success: true, templates: [] }));
    const { call } = await aPage();
    const parts: number[] = [];
    const files = { file: [new File(["x"], "x.pdf")] };
    const done = call(
      addAttachment,
      { id: "t1" },
      { files, signal, onProgress: (part) => parts.push(part) },
    );
    done.catch(() => undefined);
    await waitFor(() =>
      expect(uploads).toMatchObject([{ method: "POST", url: "/api/template/t1/attachments" }]),
    );
    return { done, parts, upload: uploads[0] };
  }

  it("reports its progress and returns the answer", async () => {
    const { done, parts, upload } = await anUpload();
    expect(upload?.headers.authorization).toBe("Bearer token-1");
    upload?.progress(0.25);
    const attachment = {
      original_filename: "x.pdf",
      storage_path: "p",
      size: 1,
      content_type: "application/pdf",
    };
    upload?.answer(200, { success: true, attachment });
    expect(await done).toMatchObject({ attachment });
    expect(parts).toEqual([0.25]);
  });

  it("fails if the connection fails", async () => {
    const { done, upload } = await anUpload();
    upload?.breakOff();
    expect((await caught(done)).reason).toBe("no_answer");
  });

  it("can be stopped", async () => {
    const stop = new AbortController();
    const { done } = await anUpload(stop.signal);
    stop.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
  });
});
