import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Api, type Person, signIn, startApi } from "./harness.ts";

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

test("all promised calls are in the contract", () => {
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

/** The fields of a call that travel in its body, and whether each is optional. */
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
