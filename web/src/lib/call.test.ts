import {
  createTemplate,
  deleteAttachment,
  exportAccount,
  getSend,
  listTemplates,
  saveTemplate,
  sendDirect,
} from "@sendwright/core/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aPage, caught } from "../testing/clientPage.ts";
import { fakeApi, json } from "../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const FIELDS = { name: "A", subject: "S", body: "<p>B</p>", dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;
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
      headers: { authorization: "Bearer token-1", "content-type": "application/json", "if-match": "r7" },
    });
    expect(JSON.parse(String(seen[0]?.body))).toEqual(FIELDS);
  });

  it("puts the remaining fields of a GET into the query", async () => {
    const seen = fakeApi(() => json(404, { success: false, error: "x", reason: "not_found" }));
    const { call } = await aPage();
    await caught(call(getSend, { id: "s1", after: "2026 & so on" }));
    await caught(call(getSend, { id: "s1", after: undefined }));
    expect(seen.map(({ url }) => url)).toEqual(["/api/sends/s1?after=2026+%26+so+on", "/api/sends/s1"]);
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
    expect(form.getAll("attachments").map((file) => (file as File).name)).toEqual(["a.txt", "b.txt"]);
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
    expect(console.warn).toHaveBeenCalledWith("Invalid request:", "PUT", "/api/template/:id", "subject");
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
    ["an unknown reason", json(400, { success: false, error: "E", reason: "whatever" }), "invalid_input", "E"],
    ["a status and a reason of a later version", json(418, { error: "E", reason: "later" }), "invalid_input", "E"],
    ["a failure of a later version", json(599, { error: "E", reason: "later" }), "internal_server_error", "E"],
    [
      "success: false with 200 and words",
      json(200, { success: false, error: "No.", reason: "not_found" }),
      "not_found",
      "No.",
    ],
    ["success: false with 200 and nothing else", json(200, { success: false }), "bad_answer", "Fallback."],
    [
      "HTML of the platform, 500",
      new Response("<h1>Error</h1>", { status: 500 }),
      "internal_server_error",
      "Fallback.",
    ],
    ["HTML of the platform, 404", new Response("<html>", { status: 404 }), "bad_answer", "Fallback."],
    ["JSON of another program, 404", json(404, { error: { code: 404 } }), "bad_answer", "Fallback."],
    ["a proxy's 502", new Response("Bad gateway", { status: 502 }), "service_unavailable", /can't reach the server/],
    ["Hosting's 504", new Response("", { status: 504 }), "gateway_timeout", /too long/],
    ["HTML for a body above 32 MB", new Response("<p>", { status: 413 }), "payload_too_large", /too large/],
    ["HTML with 200", new Response("<!doctype html>", { status: 200 }), "bad_answer", "Fallback."],
    ["JSON of another shape", json(200, { success: true, templates: "many" }), "bad_answer", "Fallback."],
    ["a JSON array", json(200, [1]), "bad_answer", "Fallback."],
  ])("becomes an error: %s", async (_what, answer, reason, message) => {
    fakeApi(() => answer.clone());
    const { call } = await aPage();
    const error = await caught(call(listTemplates, {}, { fallback: "Fallback." }));
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(message);
  });

  it("brings request id, time to wait and details with the error", async () => {
    const body = { success: false, error: "Wait.", reason: "rate_limited", request_id: "req-9", left: 3 };
    fakeApi(() => json(429, body, { "retry-after": "17" }));
    const { call } = await aPage();
    const error = await caught(call(listTemplates, {}));
    expect(error).toMatchObject({ requestId: "req-9", retryAfter: 17, details: { left: 3 } });
    expect(console.warn).toHaveBeenCalledWith("Rate limit:", "Wait.");
  });

  it("says the time to wait itself when a 429 comes without words", async () => {
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

  it("leaves an answer alone whose own shape allows success: false", async () => {
    const counts = { total: 1, queued: 0, sending: 0, sent: 0, failed: 1, skipped: 0, warning: 0 };
    const time = "2026-11-20T10:00:00.000Z";
    const send = {
      id: "s1", kind: "direct", state: "done", pause_reason: null, resumes_at: null, counts, title: "A", created_at: time,
      starts_at: time, started_at: time, ended_at: time, deletes_at: time, rate: 60, rows_over_limit: 0,
      cancelled: 0, next_at: null,
    }; // biome-ignore format: one value
    fakeApi(() => json(200, { success: false, message: "M", reason: "send_failed", send_id: "s1", send, results: [] }));
    const { call } = await aPage();
    const answer = await call(sendDirect, { template_id: "t1", recipient: "a@b.de" }, { files: {} });
    expect(answer).toMatchObject({ success: false, reason: "send_failed" });
  });
});

describe("a file", () => {
  it("comes as its bytes, and a refusal of it as any other", async () => {
    const bytes = new Uint8Array([80, 75, 0, 255]);
    fakeApi(() => new Response(bytes, { status: 200, headers: { "content-type": "application/zip" } }));
    const { call } = await aPage();
    const file = await call(exportAccount, {});
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    fakeApi(() => json(429, { success: false, error: "Too many requests.", reason: "rate_limited" }));
    expect(await caught(call(exportAccount, {}))).toMatchObject({
      reason: "rate_limited",
      message: "Too many requests.",
    });
  });
});
