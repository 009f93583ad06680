import * as contract from "@sendwright/core/contract";
import { GRAMMAR } from "@sendwright/core/placeholders";
import { DocumentReference, FieldValue } from "firebase-admin/firestore";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { routes } from "../src/app.ts";
import { completeTemplates } from "../src/features/templates/completeTemplates.ts";
import { firestore } from "../src/platform/firebase.ts";
import { readProgress } from "../src/store/upkeep.ts";
import { COSTLIEST, requestOf } from "./costliest.ts";
import { aCostlyPerson, LARGEST } from "./costliestData.ts";
import { aTemplate, connectedPerson, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

const parses = vi.hoisted(() => ({ count: 0 }));
vi.mock(import("@sendwright/core/placeholders"), async (original) => {
  const actual = await original();
  const parseTemplate: typeof actual.parseTemplate = (source) => {
    parses.count += 1;
    return actual.parseTemplate(source);
  };
  return { ...actual, parseTemplate };
});

const engine = testEngine({ patience: 1 });
const api = wholeApi(engine);

test("every route has its costliest call", () => {
  const names = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect([...new Set(COSTLIEST.map(({ route }) => route))].sort()).toEqual(names.sort());
});

test("each call with the costliest data does its work, and a list of templates parses none", async () => {
  const owner = await aCostlyPerson(engine, {
    ...LARGEST,
    rows: 3,
    stored: 3,
    asked: 3,
    open: 3,
    file: 100_000,
    suppressions: 3,
  });
  const found: [string, number, unknown][] = [];
  for (const call of COSTLIEST) {
    const { method, path, given } = await requestOf(call, owner);
    parses.count = 0;
    const { status, body } = await api.request(method, path, given);
    found.push([call.route, status, status < 400 ? body.error : undefined]);
    if (call.route === "GET /api/templates")
      expect([body.templates, parses.count]).toEqual([expect.any(Array), 0]);
  }
  expect(found).toEqual(COSTLIEST.map(({ route, status }) => [route, status, undefined]));
});

describe("the variables of a template", () => {
  const document = (id: string) => firestore().collection("templates").doc(id);
  const stored = async (id: string) => (await document(id).get()).data();
  const current = expect.objectContaining({
    grammar: GRAMMAR,
    variables: [expect.objectContaining({ name: "New" })],
  });

  /** A template whose stored variables are changed as told, and what its list says of them. */
  async function changed(update: object) {
    const owner = await connectedPerson();
    const id = await aTemplate(owner.uid, { subject: "S", body: "<p>{{New}}</p>" });
    await document(id).update(update);
    const before = await stored(id);
    const names = async () => {
      parses.count = 0;
      const { body } = await api.call(contract.listTemplates, {}, owner);
      return [
        parses.count,
        ...body.templates.flatMap(({ variables }) => variables.map(({ name }) => name)),
      ];
    };
    return { id, before, names };
  }

  const old = { grammar: GRAMMAR, revision: 1, variables: [] };
  test.each([
    ["an earlier version saved it, which stores none", { listed: FieldValue.delete() }],
    ["an earlier version saved it anew", { listed: old, revision: 2 }],
    ["an earlier grammar read it", { listed: { ...old, grammar: GRAMMAR - 1 } }],
    ["they can't be read", { listed: { ...old, variables: "many" } }],
  ])(
    "are found and stored when it is listed, and nothing else of it changes: %s",
    async (_why, update) => {
      const { id, before, names } = await changed(update);
      expect(await names()).toEqual([1, "New"]);
      expect(await stored(id)).toEqual({ ...before, listed: current });
      expect(await names()).toEqual([0, "New"]);
    },
  );

  test("that a later grammar found are left alone", async () => {
    const { id, before, names } = await changed({ listed: { ...old, grammar: GRAMMAR + 1 } });
    expect(await names()).toEqual([1, "New"]);
    expect(await stored(id)).toEqual(before);
  });

  test("are listed even if they can't be stored", async () => {
    const { names } = await changed({ listed: FieldValue.delete() });
    vi.spyOn(DocumentReference.prototype, "update").mockRejectedValueOnce(new Error("no database"));
    expect(await names()).toEqual([1, "New"]);
    vi.restoreAllMocks();
  });

  test("are stored with each save", async () => {
    const owner = await connectedPerson();
    const id = await aTemplate(owner.uid, { subject: "S", body: "<p>{{Old}}</p>" });
    const given = owner;
    const json = {
      name: "N",
      subject: "S",
      body: "<p>{{New}}</p>",
      dateFormat: "iso",
      timeFormat: "24hr",
    };
    expect((await api.request("PUT", `/api/template/${id}`, { ...given, json })).status).toBe(200);
    const { body } = await api.request("POST", `/api/template/${id}/duplicate`, given);
    for (const one of [id, z.object({ id: z.string() }).parse(body.template).id]) {
      expect((await stored(one))?.listed).toEqual(current);
    }
  });

  test("are completed for everyone by the sweep, once", async () => {
    const [first, second] = [
      await changed({ listed: FieldValue.delete() }),
      await changed({ listed: old, revision: 2 }),
    ];
    await firestore().collection("upkeep").doc("templates").delete();
    // A round ends after some seconds, and the emulator may have many templates.
    while ((await readProgress("templates", GRAMMAR)) !== null) await completeTemplates();
    for (const { id, before } of [first, second])
      expect(await stored(id)).toEqual({ ...before, listed: current });
    const later = await changed({ listed: FieldValue.delete() });
    vi.resetModules();
    await (await import("../src/features/templates/completeTemplates.ts")).completeTemplates();
    expect(await stored(later.id)).toEqual(later.before);
  });
});
