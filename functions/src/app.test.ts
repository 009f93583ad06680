import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type Api, startApi } from "../test/harness.ts";
import { openRoute } from "./http/route.ts";

// Counting needs the database.
vi.mock("./http/rateLimit.ts", () => import("../test/callCounts.ts"));

const exported: unknown[] = Object.values(contract);
const described = exported.filter(
  (value): value is contract.Endpoint =>
    typeof value === "object" && value !== null && "method" in value && "path" in value,
);
const pathOf = ({ path }: contract.Endpoint) => path.replace(/:\w+/g, "some-id");

const boom = contract.endpoint({
  method: "GET",
  path: "/api/boom/:what",
  auth: "none",
  rate: "demo_previews",
  input: z.object({ what: z.string().check(z.regex(/^\w+$/)) }),
  output: contract.success({ told: z.string() }),
});
const SECRET = "ada@example.com has token 1//secret";
const thrown: Record<string, unknown> = {
  error: new Error(SECRET),
  text: SECRET,
  nothing: undefined,
  looking_like_a_status: Object.assign(new Error(SECRET), { status: 409, expose: true }),
  our_own: new contract.AppError("service_unavailable", "Try later.", {
    cause: new Error(SECRET),
    retryAfter: 7,
  }),
  with_details: new contract.AppError("missing_variables", "Missing.", {
    details: { missing: ["Name"], success: true, reason: "x", error: SECRET },
  }),
  firestore_busy: Object.assign(new Error(SECRET), { code: 10 }),
  network: Object.assign(new Error(SECRET), { code: "ECONNREFUSED" }),
  too_much: { success: true, told: "this", secret: SECRET },
  too_little: { success: true },
};
const booming = openRoute(boom, async ({ input }) => {
  const what = thrown[input.what];
  if (input.what.startsWith("too_")) return what as { success: true; told: string };
  throw what;
});

let api: Api;
let broken: Api;
beforeAll(async () => {
  api = await startApi();
  broken = await startApi([booming]);
});
afterAll(async () => {
  await api.close();
  await broken.close();
});

test.each(described.filter(({ auth }) => auth === "user").map((one) => [one.method, pathOf(one)]))(
  "%s %s asks for a token",
  async (method, path) => {
    const answer = await api.request(method, path);
    expect(answer).toMatchObject({
      status: 401,
      body: { success: false, reason: "token_invalid", error: "Please sign in." },
    });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  },
);

test.each([...new Set(described.map(pathOf))])(
  "%s answers 405 to an unsupported method",
  async (path) => {
    const allowed = described.filter((one) => pathOf(one) === path).map(({ method }) => method);
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter(
      (one) => !allowed.includes(one as contract.Method),
    )) {
      const answer = await api.request(method, path);
      expect(answer).toMatchObject({
        status: 405,
        body: { success: false, reason: "method_not_allowed" },
      });
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(allowed.sort());
    }
  },
);

test.each([
  "/",
  "/api",
  "/api/",
  "/api/nothing",
  "/api/templates/x/y",
  "/index.html",
  "/api/%2e%2e/config",
])("%s is a 404", async (path) => {
  expect(await api.request("GET", path)).toMatchObject({
    status: 404,
    body: { success: false, reason: "not_found" },
  });
});

test.each(["/api/boom/%ff", "/api/boom/%E0%A4%A", "/%ff?a=%ff"])(
  "%s is a 404, like any other unknown id",
  async (path) => {
    expect(await broken.request("GET", path)).toMatchObject({
      status: 404,
      body: { reason: "not_found" },
    });
  },
);

test.each([
  [
    "error",
    500,
    "internal_server_error",
    "Something went wrong on our side. Please try again later.",
  ],
  [
    "text",
    500,
    "internal_server_error",
    "Something went wrong on our side. Please try again later.",
  ],
  [
    "nothing",
    500,
    "internal_server_error",
    "Something went wrong on our side. Please try again later.",
  ],
  ["looking_like_a_status", 409, "invalid_input", "The request could not be read."],
  ["our_own", 503, "service_unavailable", "Try later."],
  ["with_details", 400, "missing_variables", "Missing."],
  [
    "firestore_busy",
    503,
    "service_unavailable",
    "The server is busy. Please try again in a moment.",
  ],
  ["network", 503, "service_unavailable", "The server is busy. Please try again in a moment."],
  [
    "too_little",
    500,
    "internal_server_error",
    "Something went wrong on our side. Please try again later.",
  ],
])("a thrown %s becomes %d %s, without its own message", async (what, status, reason, error) => {
  const answer = await broken.request("GET", `/api/boom/${what}`);
  expect(answer).toMatchObject({ body: { success: false, reason, error } });
  expect(answer.status).toBe(contract.statusOf(reason as contract.Reason) || status);
  expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  expect(JSON.stringify(answer.body)).not.toContain("secret");
  expect([...answer.headers].join()).not.toContain("secret");
});

test("the wait goes into Retry-After, details beside the error", async () => {
  expect((await broken.request("GET", "/api/boom/our_own")).headers.get("retry-after")).toBe("7");
  expect((await broken.request("GET", "/api/boom/with_details")).body.missing).toEqual(["Name"]);
});

test("fields that the contract doesn't name never leave the server", async () => {
  expect((await broken.request("GET", "/api/boom/too_much")).body).toEqual({
    success: true,
    told: "this",
  });
});

test.each([
  ["an answer", "/api/config"],
  ["a refusal", "/api/templates"],
  ["nothing", "/nothing"],
])("%s can't be stored, sniffed, framed or put into another site's page", async (_, path) => {
  const { headers } = await api.request("GET", path);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.has("x-powered-by")).toBe(false);
});
