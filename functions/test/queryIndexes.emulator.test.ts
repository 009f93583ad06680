import { describe, expect, it, test } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import { countRows } from "../src/store/sends/apply.ts";
import { keptBytes } from "../src/store/sends/quota.ts";
import { endedSends, openSends } from "../src/store/sends/read.ts";
import { rowsOfLease } from "../src/store/sends/rows.ts";
import {
  missingIndex,
  ownIndexes,
  requireIndexes,
  type Shape,
  shapeOf,
  takeQueries,
} from "./queryIndexes.ts";
import { aSend, ownProject, testEngine } from "./sendsWorld.ts";

ownProject();
const indexes = ownIndexes();

/** The queries of a piece of work, by the file that ran them. */
async function queriesOf(work: () => Promise<unknown>) {
  const before = takeQueries();
  await work();
  const found = takeQueries();
  // The end of this file checks them, too.
  requireIndexes([...before, ...found]);
  return found;
}

describe("every query of the code that a test runs", () => {
  it("is recorded: of a call, a transaction, a listener, a count and a sum; not those of tests", async () => {
    const engine = testEngine();
    const { user, id } = await aSend(2, engine);
    const { watchActiveSends } = engine.ledger;
    const watch = () =>
      new Promise<void>((resolve, reject) => {
        const stop = watchActiveSends(
          user.uid,
          () => {
            setImmediate(() => stop());
            resolve();
          },
          reject,
        );
      });
    const found = async (work: () => Promise<unknown>) =>
      (await queriesOf(work)).map(({ by, query, aggregations }) => [
        by,
        shapeOf(query, aggregations),
      ]);
    const sends = { collection: "sends", group: false, sorted: [] };
    expect(await found(() => openSends(user.uid))).toContainEqual([
      "functions/src/store/sends/read.ts",
      { ...sends, equal: ["owner", "state"] },
    ]);
    expect(await found(watch)).toEqual([
      ["functions/src/store/sends/read.ts", { ...sends, equal: ["owner", "state"] }],
    ]);
    expect(await found(() => keptBytes(user.uid))).toEqual([
      [
        "functions/src/store/sends/quota.ts",
        { ...sends, equal: ["owner", "dataDeleted"], sorted: ["bytes ASCENDING"] },
      ],
    ]);
    expect(await found(() => countRows(id))).toContainEqual([
      "functions/src/store/sends/apply.ts",
      { collection: "rows", group: false, equal: ["state"], sorted: [] },
    ]);
    expect(
      await found(() => firestore().collection("sends").where("a", "==", 1).orderBy("b").get()),
    ).toEqual([]);
  });

  it("fails the file with a sentence that says which index to add", async () => {
    const { user } = await aSend(1, testEngine());
    const recorded = await queriesOf(async () => {
      await endedSends(user.uid, null, 5);
      await rowsOfLease("none");
    });
    expect(() => requireIndexes(recorded)).not.toThrow();
    const { indexes: composite, fieldOverrides } = indexes;
    const withoutOrder = {
      indexes: composite.filter(({ fields }) => fields[1]?.fieldPath !== "createdAt"),
      fieldOverrides,
    };
    const added =
      '{"collectionGroup":"sends","queryScope":"COLLECTION","fields":[{"fieldPath":"owner","order":"ASCENDING"},{"fieldPath":"createdAt","order":"DESCENDING"}]}';
    expect(() => requireIndexes(recorded, withoutOrder)).toThrow(
      `functions/src/store/sends/read.ts asks for sends with a given owner by createdAt DESCENDING. No index serves that, so in the cloud the call fails. Add to "indexes": ${added}`,
    );
    const withoutLease = {
      indexes: composite,
      fieldOverrides: fieldOverrides.filter((one) => one.fieldPath !== "lease"),
    };
    expect(() => requireIndexes(recorded, withoutLease)).toThrow(
      'Add to "fieldOverrides": {"collectionGroup":"rows","fieldPath":"lease","indexes":[{"order":"ASCENDING","queryScope":"COLLECTION_GROUP"}]}',
    );
  });

  test.each<[string, Shape, RegExp | null]>([
    [
      "an order",
      { collection: "sends", group: false, equal: ["owner"], sorted: ["createdAt ASCENDING"] },
      /to "indexes"/,
    ],
    [
      "a range",
      { collection: "sends", group: false, equal: ["state"], sorted: ["wakeAt ASCENDING"] },
      /to "indexes"/,
    ],
    [
      "a group",
      { collection: "rows", group: true, equal: ["state"], sorted: [] },
      /to "fieldOverrides"/,
    ],
    [
      "a field without an index",
      { collection: "rows", group: false, equal: ["to"], sorted: [] },
      /of rows\.to/,
    ],
    [
      "two equalities",
      { collection: "sends", group: false, equal: ["owner", "state"], sorted: [] },
      null,
    ],
    [
      "one order",
      { collection: "sends", group: false, equal: [], sorted: ["wakeAt ASCENDING"] },
      null,
    ],
    [
      "a declared order",
      { collection: "sends", group: false, equal: ["owner"], sorted: ["createdAt DESCENDING"] },
      null,
    ],
    [
      "a declared sum",
      {
        collection: "sends",
        group: false,
        equal: ["dataDeleted", "owner"],
        sorted: ["bytes ASCENDING"],
      },
      null,
    ],
  ])("is judged strictly: %s", (_what, shape, missing) => {
    const found = missingIndex(shape, indexes);
    if (missing === null) expect(found).toBeNull();
    else expect(found).toMatch(missing);
  });

  it("can't hide a condition: an OR, or an operator on null", () => {
    const field = { fieldPath: "a" };
    const from = [{ collectionId: "sends" }];
    const filters = [{ fieldFilter: { field, op: "EQUAL" } }];
    expect(() => shapeOf({ from, where: { compositeFilter: { op: "OR", filters } } })).toThrow();
    expect(shapeOf({ from, where: { unaryFilter: { field, op: "IS_NULL" } } }).equal).toEqual([
      "a",
    ]);
  });
});

it("has a TTL policy for everything that is kept only for a time", () => {
  const ttl = indexes.fieldOverrides
    .filter((one) => one.ttl)
    .map((one) => `${one.collectionGroup}.${one.fieldPath}`);
  expect(ttl.sort()).toEqual([
    "keptCounts.expireAt",
    "rates.expireAt",
    "rows.expireAt",
    "snapshot.expireAt",
    "versions.expireAt",
  ]);
});
