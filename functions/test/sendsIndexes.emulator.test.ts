import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Query } from "firebase-admin/firestore";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { uncheckedGrants } from "../src/store/grants.ts";
import { countRows } from "../src/store/sends/apply.ts";
import { deleteAllSends } from "../src/store/sends/purge.ts";
import { keptBytes } from "../src/store/sends/quota.ts";
import { endedSends, openSends, readSend, sendsWaitingForReconnect } from "../src/store/sends/read.ts";
import { receivedOf } from "../src/store/sends/received.ts";
import { retryRows } from "../src/store/sends/retry.ts";
import { changedRows, claimedRows, readUnsentRows, rowsOfLease, skipQueued } from "../src/store/sends/rows.ts";
import { templatesOf } from "../src/store/templates.ts";
import { tombstonesBefore } from "../src/store/tombstones.ts";
import { ownersToCheck } from "../src/store/userLock.ts";
import { aSend, ownProject, testEngine } from "./sendsWorld.ts";

ownProject();

/** The indexes that a query needs. */
interface Shape {
  collection: string;
  group: boolean;
  /** Fields that must equal something (or one of several things). */
  equal: string[];
  /** Other fields it filters or sorts by, in order, each with its direction. */
  sorted: string[];
}

const order = z.enum(["ASCENDING", "DESCENDING"]);
const indexFile = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.string(),
      fields: z.array(z.object({ fieldPath: z.string(), order })),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: z.array(z.object({ order, queryScope: z.string() })),
    }),
  ),
});
const { indexes, fieldOverrides } = indexFile.parse(
  JSON.parse(readFileSync(new URL("../../firestore.indexes.json", import.meta.url), "utf8")),
);

const filter = z.object({ field: z.object({ fieldPath: z.string() }), op: z.string() });
const protoQuery = z.object({
  structuredQuery: z.object({
    from: z.array(z.object({ collectionId: z.string(), allDescendants: z.boolean().optional() })),
    where: z
      .object({
        fieldFilter: filter.optional(),
        compositeFilter: z.object({ filters: z.array(z.object({ fieldFilter: filter })) }).optional(),
      })
      .optional(),
    orderBy: z.array(z.object({ field: z.object({ fieldPath: z.string() }), direction: z.string() })).optional(),
  }),
});

const shapes = new Map<string, Shape>();

function shapeOf(proto: unknown): Shape {
  const { from, where, orderBy = [] } = protoQuery.parse(proto).structuredQuery;
  const filters = [
    ...(where?.fieldFilter ? [where.fieldFilter] : []),
    ...(where?.compositeFilter?.filters.map(({ fieldFilter }) => fieldFilter) ?? []),
  ].map(({ field, op }) => ({ field: field.fieldPath, isEqual: op === "EQUAL" || op === "IN" }));
  const equal = filters.filter(({ isEqual }) => isEqual).map(({ field }) => field);
  const ordered = orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`);
  const ranged = filters.filter(({ isEqual }) => !isEqual).map(({ field }) => `${field} ASCENDING`);
  const sorted = [...new Set(ordered.length > 0 ? ordered : ranged)].filter((one) => !one.startsWith("__name__"));
  const [source] = from;
  return { collection: source?.collectionId ?? "", group: source?.allDescendants ?? false, equal, sorted };
}

/** Whether Firestore can answer it: from the automatic indexes of single fields, or from one that the file declares. */
function isServed({ collection, group, equal, sorted }: Shape): boolean {
  const scope = group ? "COLLECTION_GROUP" : "COLLECTION";
  const single = (field: string, direction: string) => {
    const override = fieldOverrides.find((one) => one.collectionGroup === collection && one.fieldPath === field);
    if (!override) return !group;
    return override.indexes.some((index) => index.queryScope === scope && index.order === direction);
  };
  // Equalities alone are merged from single fields; one sorted field alone needs only its own.
  if (sorted.length === 0) return equal.every((field) => single(field, "ASCENDING"));
  const [first = "", ...more] = sorted;
  const [field = "", direction = ""] = first.split(" ");
  if (equal.length === 0 && more.length === 0) return single(field, direction);
  return indexes.some(
    (index) =>
      index.collectionGroup === collection &&
      index.queryScope === scope &&
      index.fields.length === equal.length + sorted.length &&
      equal.every((one) => index.fields.slice(0, equal.length).some(({ fieldPath }) => fieldPath === one)) &&
      sorted.every((one, i) => {
        const at = index.fields[equal.length + i];
        return one === `${at?.fieldPath} ${at?.order}`;
      }),
  );
}

beforeAll(() => {
  const { toProto } = Query.prototype as unknown as { toProto(...args: unknown[]): unknown };
  vi.spyOn(Query.prototype as unknown as { toProto: typeof toProto }, "toProto").mockImplementation(function (
    this: Query,
    ...args: unknown[]
  ) {
    const proto = toProto.apply(this, args);
    const shape = shapeOf(proto);
    shapes.set(JSON.stringify(shape), shape);
    return proto;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

it("finds every query of the engine among the existing indexes", async () => {
  const { user, engine, id } = await aSend(2, testEngine());
  await engine.ledger.queuedRows(id, 0, 5);
  await claimedRows(id);
  await rowsOfLease("none");
  const send = await readSend(id);
  if (!send) throw new Error("No send.");
  const { cursor } = await changedRows(send, null);
  await changedRows({ ...send, worker: "lease" }, cursor);
  await changedRows({ ...send, state: "cancelled" }, { ...cursor, version: "" });
  await countRows(id);
  await skipQueued(id, "No.");
  await engine.ledger.dueSends(engine.now(), 5);
  await engine.ledger.usersWithDeadLease(engine.now(), 5);
  await openSends(user.uid);
  await keptBytes(user.uid);
  await endedSends(user.uid, null, 5);
  await endedSends(user.uid, `0_${randomUUID()}`, 5);
  await engine.ledger.duePurges(engine.now(), 5);
  await tombstonesBefore(engine.now(), 5);
  await uncheckedGrants(engine.now(), 5);
  await ownersToCheck(engine.now(), 5);
  await sendsWaitingForReconnect(user.sub);
  await templatesOf(user.uid);
  await retryRows(id, null, engine.now()).catch(() => undefined);
  await receivedOf(user.uid, [{ row: 1, mailbox: "mark", self: { send: id, n: 1 }, from: null }], () => {});
  await readUnsentRows({ ...send, corrects: { send: "earlier1", rows: [1] } });
  const { watchActiveSends, watchStop } = engine.ledger;
  for (const watch of [watchActiveSends, watchStop]) {
    await new Promise<void>((resolve, reject) => {
      const stop = watch(
        user.uid,
        () => {
          setImmediate(() => stop());
          resolve();
        },
        reject,
      );
    });
  }
  await deleteAllSends(user.uid);
  expect(shapes.size).toBe(20);
  for (const [text, shape] of shapes) expect([text, isServed(shape)]).toEqual([text, true]);
});

it("has an index with the summed field after the fields of the condition", () => {
  const fields = indexes.map((index) => index.fields.map(({ fieldPath }) => fieldPath).join(" "));
  expect(fields).toContain("owner dataDeleted bytes");
});

it("judges strictly: finds a query without an index", () => {
  const shape = (collection: string, group: boolean, equal: string[], sorted: string[]): Shape => ({
    collection,
    group,
    equal,
    sorted,
  });
  expect(isServed(shape("sends", false, ["owner"], ["createdAt ASCENDING"]))).toBe(false);
  expect(isServed(shape("sends", false, ["state"], ["wakeAt ASCENDING"]))).toBe(false);
  expect(isServed(shape("rows", true, ["state"], []))).toBe(false);
  expect(isServed(shape("rows", false, ["to"], []))).toBe(false);
});

it("has a TTL policy for everything that is kept only for a time", () => {
  const ttl = fieldOverrides.filter((one) => one.ttl).map((one) => `${one.collectionGroup}.${one.fieldPath}`);
  expect(ttl.sort()).toEqual(["keptCounts.expireAt", "rates.expireAt", "rows.expireAt", "snapshot.expireAt"]);
});
