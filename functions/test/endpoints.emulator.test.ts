import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import * as contract from "../src/contract/index.ts";
import { type Api, claimsOf, type Person, signIn, startApi } from "./harness.ts";

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await signIn(api);
});
afterAll(() => api.close());

const exported: unknown[] = Object.values(contract);
const endpoints = exported.filter(
  (value): value is contract.Endpoint =>
    typeof value === "object" && value !== null && "method" in value && "path" in value,
);
const pathOf = ({ path }: contract.Endpoint) => path.replace(/:\w+/g, "none");
const rows = (list: contract.Endpoint[]) => list.map((one) => [one.method, pathOf(one), one] as const);

function forged(changes: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ ...claimsOf(ada.token), ...changes })}.`;
}

test("all calls that were promised are among the contract's", () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(
    expect.arrayContaining([
      "GET /api/config",
      "POST /api/demo/preview",
      "POST /api/auth/google/store-token",
      "GET /api/templates",
      "POST /api/templates",
      "GET /api/template/:id",
      "PUT /api/template/:id",
      "DELETE /api/template/:id",
      "POST /api/template/:id/attachments",
      "DELETE /api/template/:id/attachments",
      "POST /api/preview",
      "POST /api/send",
      "POST /api/send-bulk",
    ]),
  );
});

test.each(rows(endpoints.filter(({ auth }) => auth === "user")))(
  "%s %s believes no other token",
  async (method, path) => {
    const theirs = forged({ aud: "theirs", iss: "https://securetoken.google.com/theirs" });
    expect(await api.request(method, path, { token: theirs })).toMatchObject({
      status: 401,
      body: { reason: "token_invalid" },
    });
    const past = Math.floor(Date.now() / 1000) - 7200;
    const expired = forged({ iat: past, auth_time: past, exp: past + 3600 });
    expect(await api.request(method, path, { token: expired })).toMatchObject({
      status: 401,
      body: { success: false, reason: "token_expired" },
    });
  },
);

/** The fields of a call that travel in its body, and whether each may be left out. */
function bodyFields(endpoint: contract.Endpoint): string[] {
  if (endpoint.body === "none" || !(endpoint.input instanceof z.ZodObject)) return [];
  const elsewhere = [
    ...Object.keys(endpoint.headers),
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
  ];
  return Object.keys(endpoint.input.shape).filter((name) => !elsewhere.includes(name));
}
const withBody = endpoints.filter((endpoint) => bodyFields(endpoint).length > 0);

test.each(rows(withBody))("%s %s refuses wrong types", async (method, path, endpoint) => {
  for (const wrong of [5, null, [], [[]], { a: { b: 1 } }]) {
    const json = Object.fromEntries(bodyFields(endpoint).map((name) => [name, wrong]));
    const answer = await api.request(method, path, { json, ...(endpoint.auth === "user" ? { token: ada.token } : {}) });
    expect(answer).toMatchObject({ status: 400, body: { success: false, reason: "invalid_input" } });
    expect(answer.body.error).toMatch(/^("|Please).+\.$/);
  }
});

test.each(rows(endpoints.filter(({ path }) => path.includes(":id"))))(
  "%s %s does not find what is not there",
  async (method, path, endpoint) => {
    const json = { ...{ storage_path: "x", name: "n", subject: "s", body: "", dateFormat: "iso", timeFormat: "12hr" } };
    const given =
      Object.keys(endpoint.files).length > 0 ? { files: [{ field: "file", name: "a.txt", content: "a" }] } : { json };
    const answer = await api.request(method, path, { token: ada.token, ...(endpoint.body === "none" ? {} : given) });
    expect(answer).toMatchObject({ status: 404, body: { success: false, reason: "not_found" } });
  },
);

test("another's send is answered exactly as none at all", async () => {
  const grace = await signIn(api);
  const started = await api.request("POST", "/api/send-bulk", {
    token: grace.token,
    form: {
      mode: "manual",
      template_id: "",
      subject: "Later",
      body: "<p>Later</p>",
      manual_recipients: "bob@example.com",
      start_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  expect(started.body).toMatchObject({ success: true });
  const id = String(started.body.send_id);
  const calls = endpoints.filter(({ path }) => path.startsWith("/api/sends/:id"));
  for (const { method, path } of calls) {
    const theirs = await api.request(method, path.replace(":id", id), { token: ada.token });
    const none = await api.request(method, path.replace(":id", "none"), { token: ada.token });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body, request_id: "" }).toEqual({ ...none.body, request_id: "" });
  }
  const { body } = await api.call(contract.getSend, { id }, { token: grace.token });
  expect(body.send.state).toBe("scheduled");
});
