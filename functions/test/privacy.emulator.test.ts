import { readFileSync } from "node:fs";
import { KEPT } from "@sendwright/core/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { keepCount } from "../src/store/keptCounts.ts";
import { anOwner, type Owner } from "./accessActors.ts";
import type { Api } from "./harness.ts";
import { startWholeApi, testEngine } from "./sendsWorld.ts";

/** Compares docs/privacy.md with the data that is really stored. */
const text = readFileSync(new URL("../../docs/privacy.md", import.meta.url), "utf8");
const rows = [...text.matchAll(/^\| `(\w+)`[^|]*\| ((?:`\w+` ?)+)\|/gm)];
const told = new Map(
  rows.map(([, name = "", fields = ""]) => [name, [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field)]),
);

let api: Api;
let owner: Owner;
beforeAll(async () => {
  const engine = testEngine();
  api = await startWholeApi(engine);
  owner = await anOwner(engine);
  const fields = { name: "N", subject: "S", body: "<p>B</p>", dateFormat: "iso", timeFormat: "24hr" };
  await api.request("POST", "/api/templates", { token: owner.token, json: fields });
  const settings = { undo_send: false, hours: { from: 9, to: 17 }, time_zone: "Europe/Berlin" };
  expect((await api.request("PUT", "/api/account/settings", { token: owner.token, json: settings })).status).toBe(200);
  const form = { template_id: owner.template, recipient: "bob@example.org" };
  expect((await api.request("POST", "/api/send", { token: owner.token, form })).status).toBe(200);
  await keepCount(owner.uid, owner.sub, engine.now());
});
afterAll(() => api.close());

test("names every collection and every field that is stored, and no others", async () => {
  const stored = new Map<string, Set<string>>();
  const look = async (collection: FirebaseFirestore.CollectionReference) => {
    const fields = stored.get(collection.id) ?? stored.set(collection.id, new Set()).get(collection.id);
    for (const document of (await collection.get()).docs) {
      // Other tests' documents may differ from any real one. The names of counters contain no one's id.
      const about = `${document.ref.path} ${JSON.stringify(document.data())}`;
      const isCounter = collection.id === "rates" || collection.id === "keptCounts";
      if (!isCounter && !about.includes(owner.uid) && !about.includes(owner.sub)) continue;
      for (const field of Object.keys(document.data())) fields?.add(field);
      if (collection.id === "sends") await Promise.all((await document.ref.listCollections()).map(look));
    }
  };
  // The tests of the rules have a collection of their own while they run.
  const collections = (await firestore().listCollections()).filter(({ id }) => id !== "rulesTest");
  await Promise.all(collections.map(look));
  expect([...stored.keys()].sort()).toEqual([...told.keys()].sort());
  for (const [collection, fields] of stored) {
    expect([collection, [...fields].filter((field) => !told.get(collection)?.includes(field))]).toEqual([
      collection,
      [],
    ]);
  }
});

test("its numbers are those by which the server deletes", () => {
  expect(text).toContain(`${KEPT.hoursAfterEnd} hours after the send has ended`);
  expect(text).toContain(`at the latest ${KEPT.daysOfLife} days after its start`);
  expect(text).toContain(`in any case ${KEPT.daysOfRows} days after its start`);
  expect(text).toContain(`in any case ${KEPT.daysOfFiles} days after they were stored`);
});
