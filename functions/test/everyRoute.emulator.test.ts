import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { beforeAll, describe, expect, it, test } from "vitest";
import * as z from "zod";
import { routes } from "../src/app.ts";
import type { Answer, Given, Person } from "./harness.ts";
import {
  anOwner,
  type Barred,
  everyoneBarred,
  everythingOf,
  type Owner,
  PICTURE,
} from "./owners.ts";
import { connectedPerson, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/**
 * Who may do what: every route of the app × everyone who isn't let in × every id, and a person's
 * result for ids that are theirs, another's, no one's or reserved. The rows are checked against the
 * app's own list: a new route without its row fails.
 */
interface Row {
  /**
   * The thing its id names, and whose it is; routes without one only have the person's own things.
   */
  names?: "template" | "send";
  at?: "path" | "body";
  /** The rest of the request, for an id and its owner. */
  given?: (id: string, owner: Owner) => Given;
  /** What its address brings behind the path. */
  query?: (owner: Owner) => string;
  /** The owner's status. */
  own: number;
  /** For calls that need no user: the status and reason that everyone gets. */
  everybody?: [number, contract.Reason | undefined];
}

const fields = { name: "N", subject: "S", body: "<p>B</p>", dateFormat: "iso", timeFormat: "24hr" };
const demo = { "Recipient Name": "Ada", "Promo Code": "X", "Offer Type": "Discount" };
const direct = (id: string): Given => ({
  form: { template_id: id, recipient: `b-${randomUUID()}@example.org` },
});
const manual = (id: string): Given => ({
  form: { mode: "manual", template_id: id, manual_recipients: `b-${randomUUID()}@example.org` },
});
const ofSend = { names: "send", at: "path" } as const;
const ofTemplate = { names: "template", at: "path" } as const;
const inBody = { names: "template", at: "body" } as const;

const ROWS: Record<string, Row> = {
  "GET /api/config": { own: 200 },
  "POST /api/auth/google/store-token": {
    own: 400,
    everybody: [400, "google_invalid_grant"],
    given: () => ({ json: { authorization_code: "none" } }),
  },
  "POST /api/account/disconnect": { own: 200 },
  "POST /api/account/sign-out-everywhere": { own: 200, given: () => ({ json: {} }) },
  "POST /api/account/export": { own: 200 },
  "GET /api/account/export/state": { own: 200 },
  // An older page expects a file.
  "GET /api/account/export": { own: 409 },
  "GET /api/account/settings": { own: 200 },
  "PUT /api/account/settings": { own: 200, given: () => ({ json: { undo_send: true } }) },
  "DELETE /api/account": { own: 200 },
  "GET /api/templates": { own: 200 },
  "POST /api/templates": { own: 201, given: () => ({ json: fields }) },
  "GET /api/template/:id": { ...ofTemplate, own: 200 },
  "PUT /api/template/:id": { ...ofTemplate, own: 200, given: () => ({ json: fields }) },
  "GET /api/template/:id/versions": { ...ofTemplate, own: 200 },
  "GET /api/template/:id/versions/:version": { ...ofTemplate, own: 200 },
  "DELETE /api/template/:id": { ...ofTemplate, own: 200 },
  "POST /api/template/:id/duplicate": { ...ofTemplate, own: 201 },
  "POST /api/template/:id/attachments": {
    ...ofTemplate,
    own: 200,
    given: () => ({ files: [{ field: "file", name: "b.txt", content: "b" }] }),
  },
  "GET /api/template/:id/pictures/:name": { ...ofTemplate, own: 200 },
  "GET /api/template/:id/attachments": {
    ...ofTemplate,
    own: 200,
    query: ({ file }) => `?storage_path=${encodeURIComponent(file)}`,
  },
  "DELETE /api/template/:id/attachments": {
    ...ofTemplate,
    own: 200,
    given: (_, { file }) => ({ json: { storage_path: file } }),
  },
  "POST /api/preview": {
    ...inBody,
    own: 200,
    given: (id) => ({ json: { template_id: id, variables: {} } }),
  },
  "POST /api/demo/preview": {
    own: 200,
    everybody: [200, undefined],
    given: () => ({ json: { recipientEmail: "a@example.com", variables: demo } }),
  },
  "POST /api/files": {
    own: 200,
    given: () => ({ files: [{ field: "files", name: "slip.pdf", content: "a slip" }] }),
  },
  "POST /api/files/known": {
    own: 200,
    given: () => ({ json: { files: [{ hash: "0".repeat(64), size: 1 }] } }),
  },
  "POST /api/send": { ...inBody, own: 200, given: direct },
  "POST /api/send-bulk": { ...inBody, own: 200, given: manual },
  "POST /api/test-send": { ...inBody, own: 200, given: (id) => ({ json: { template_id: id } }) },
  "GET /api/sends": { own: 200 },
  "GET /api/sends/:id": { ...ofSend, own: 200 },
  "GET /api/sends/:id/mail": { ...ofSend, own: 200 },
  "GET /api/sends/:id/pictures/:name": { ...ofSend, own: 200 },
  "POST /api/sends/:id/template": { ...ofSend, own: 201 },
  "GET /api/sends/:id/corrections": { ...ofSend, own: 200 },
  "POST /api/find-person": { own: 200, given: () => ({ json: { address: "ann@example.org" } }) },
  "POST /api/received": {
    names: "send",
    at: "body",
    own: 200,
    given: (id) => ({ json: { send: id, rows: [1] } }),
  },
  "POST /api/sends/:id/pause": { ...ofSend, own: 200 },
  // It is neither paused nor failed nor over.
  "POST /api/sends/:id/resume": { ...ofSend, own: 409 },
  "POST /api/sends/:id/cancel": { ...ofSend, own: 200 },
  // It isn't held.
  "POST /api/sends/:id/undo": { ...ofSend, own: 409 },
  "POST /api/sends/:id/move": { ...ofSend, own: 200 },
  "POST /api/sends/:id/retry": { ...ofSend, own: 409 },
  "DELETE /api/sends/:id": { ...ofSend, own: 409 },
  "GET /api/suppressions": { own: 200 },
  "POST /api/suppressions": {
    own: 200,
    given: () => ({ json: { addresses: ["b@example.org"], source: "typed" } }),
  },
  "POST /api/suppressions/remove": {
    own: 200,
    given: () => ({ json: { addresses: ["b@example.org"] } }),
  },
};

const names = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
const RESERVED = ["__x__", "__proto__"];

let ada: Owner;
let grace: Owner;
let barred: Record<string, Barred>;
let before: Record<string, string>;
const everyone = () => [
  ...new Set([ada, grace, ...Object.values(barred).map(({ owner }) => owner)]),
];

const engine = testEngine();
const api = wholeApi(engine);
beforeAll(async () => {
  [ada, grace] = await Promise.all([anOwner(engine), anOwner(engine)]);
  barred = await everyoneBarred(engine, ada);
  before = await everythingOf(everyone());
});

/** Calls a route with a token, for an id of an owner. */
function ask(name: string, id: string, owner: Owner, token: string | undefined): Promise<Answer> {
  const [method = "", path = ""] = name.split(" ");
  const given = ROWS[name]?.given?.(id, owner) ?? {};
  const parts = { ":id": id, ":name": PICTURE, ":version": "1" };
  const filledPath = path.replace(/:\w+/g, (part) => parts[part as keyof typeof parts]);
  return api.request(method, filledPath + (ROWS[name]?.query?.(owner) ?? ""), {
    ...given,
    ...(token === undefined ? {} : { token }),
  });
}

const idOf = ({ names: noun }: Row, owner: Owner) =>
  noun === "send" ? owner.send : owner.template;
const told = ({ status, body }: Answer) => [status, body.reason];

it("has a row for every route, and no other", () => {
  const rows = Object.keys(ROWS);
  expect(
    names.filter((name) => !rows.includes(name)),
    "Add a row to ROWS: whose thing the id names, the rest of the request, and the owner's status.",
  ).toEqual([]);
  expect(
    rows.filter((name) => !names.includes(name)),
    "There is no such route: remove its row.",
  ).toEqual([]);
});

describe.each(names.map((name) => [name, ROWS[name] ?? { own: 0 }] as const))("%s", (name, row) => {
  const { endpoint } = routes[names.indexOf(name)] ?? {};

  it("refuses everyone unknown, on every route", async () => {
    expect(endpoint?.auth).toBe(row.everybody ? "none" : "user");
    for (const [who, { owner, token, reason }] of Object.entries(barred)) {
      const ids = row.names ? [idOf(row, owner), idOf(row, grace), "none", ...RESERVED] : [""];
      const answers = await Promise.all(ids.map((id) => ask(name, id, owner, token)));
      const expected = row.everybody ?? [401, reason];
      expect([who, ...answers.map(told)]).toEqual([who, ...ids.map(() => expected)]);
    }
  });

  if (row.names)
    it("finds nothing that is another's, no one's or reserved, with the same answer for all", async () => {
      const foreign = await ask(name, idOf(row, grace), grace, ada.token);
      const missing = await ask(name, "none", ada, ada.token);
      expect([told(foreign), told(missing)]).toEqual([
        [404, "not_found"],
        [404, "not_found"],
      ]);
      expect({ ...foreign.body, request_id: "" }).toEqual({ ...missing.body, request_id: "" });
      const reserved = await Promise.all(RESERVED.map((id) => ask(name, id, ada, ada.token)));
      const expected = row.at === "path" ? [404, "not_found"] : [400, "invalid_input"];
      expect(reserved.map(told)).toEqual(RESERVED.map(() => expected));
    });

  it("answers its owner", async () => {
    const owner = await anOwner(engine);
    const answer = await ask(name, idOf(row, owner), owner, owner.token);
    const good = endpoint?.file ? undefined : row.own < 300;
    expect([answer.status, answer.body.success]).toEqual([row.own, good]);
  });
});

it("no refused call has changed anything", async () => {
  expect(await everythingOf(everyone())).toEqual(before);
  // Of each a grant, a template, its earlier version and its owner's document, a file, a send, its
  // snapshot, its file and two rows.
  expect(Object.keys(before)).toHaveLength(everyone().length * 10);
});

it("another's file can't be used as a file of one's own template", async () => {
  const hers = await everythingOf([grace]);
  const given = { token: ada.token, json: { storage_path: grace.file } };
  const answer = await api.request("DELETE", `/api/template/${ada.template}/attachments`, given);
  expect(told(answer)).toEqual([404, "not_found"]);
  expect(await everythingOf([grace])).toEqual(hers);
});

describe("the contract", () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await connectedPerson();
  });

  const exported: unknown[] = Object.values(contract);
  const endpoints = exported.filter(
    (value): value is contract.Endpoint =>
      typeof value === "object" && value !== null && "method" in value && "path" in value,
  );
  const pathOf = ({ path }: contract.Endpoint) => path.replace(/:\w+/g, "none");
  const rows = (list: contract.Endpoint[]) =>
    list.map((one) => [one.method, pathOf(one), one] as const);

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
      const answer = await api.request(method, path, {
        json,
        ...(endpoint.auth === "user" ? ada : {}),
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { success: false, reason: "invalid_input" },
      });
      expect(answer.body.error).toMatch(/^("|Please).+\.$/);
    }
  });
});
