import { readFileSync } from "node:fs";
import { Query, Transaction } from "firebase-admin/firestore";
import * as z from "zod";

/*
 * The emulator answers every query; Firestore refuses one without an index. So each emulator test
 * records the queries of the code that it runs, and its file fails at the end if
 * `firestore.indexes.json` lacks an index for one of them.
 */

/** The indexes that a query needs. */
export interface Shape {
  collection: string;
  group: boolean;
  /** Fields that must equal something (or one of several things). */
  equal: string[];
  /**
   * Other fields that it filters, sorts or sums by, in order, each with its direction: "createdAt
   * DESCENDING"; "CONTAINS" for a query of an array.
   */
  sorted: string[];
}

const order = z.enum(["ASCENDING", "DESCENDING"]);
const scope = z.enum(["COLLECTION", "COLLECTION_GROUP"]);
const indexFile = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: scope,
      fields: z.array(z.object({ fieldPath: z.string(), order })),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: z.array(
        z.union([
          z.object({ order, queryScope: scope }),
          z
            .object({ arrayConfig: z.literal("CONTAINS"), queryScope: scope })
            .transform(({ arrayConfig, queryScope }) => ({ order: arrayConfig, queryScope })),
        ]),
      ),
    }),
  ),
});
export type Indexes = z.infer<typeof indexFile>;

/** `firestore.indexes.json`. */
export function ownIndexes(): Indexes {
  const file = new URL("../../firestore.indexes.json", import.meta.url);
  return indexFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

const field = z.object({ fieldPath: z.string() });
/** One condition on a field. Without an operator, it is `null` or NaN: a unary filter. */
const condition = z
  .union([
    z.strictObject({ fieldFilter: z.object({ field, op: z.string() }) }),
    z.strictObject({ unaryFilter: z.object({ field, op: z.string() }) }),
  ])
  .transform((one) => ("fieldFilter" in one ? one.fieldFilter : one.unaryFilter));
const all = z
  .strictObject({
    compositeFilter: z.object({ op: z.literal("AND"), filters: z.array(condition) }),
  })
  .transform(({ compositeFilter }) => compositeFilter.filters);
const structuredQuery = z.object({
  from: z.array(
    z.object({ collectionId: z.string().optional(), allDescendants: z.boolean().optional() }),
  ),
  where: z.union([all, condition.transform((one) => [one])]).optional(),
  orderBy: z.array(z.object({ field, direction: z.string() })).optional(),
});
const aggregation = z.object({
  sum: z.object({ field }).optional(),
  avg: z.object({ field }).optional(),
});

const EQUAL = new Set(["EQUAL", "IN", "IS_NULL", "IS_NAN"]);

/** The indexes that a query needs, from the form in which the library sends it. */
export function shapeOf(query: unknown, aggregations: unknown = []): Shape {
  const { from, where = [], orderBy = [] } = structuredQuery.parse(query);
  const equal = where.filter(({ op }) => EQUAL.has(op)).map((one) => one.field.fieldPath);
  const ordered = orderBy.map((one) => `${one.field.fieldPath} ${one.direction}`);
  const ranged = where
    .filter(({ op }) => !EQUAL.has(op))
    .map(({ field: { fieldPath }, op }) =>
      op.startsWith("ARRAY_CONTAINS") ? `${fieldPath} CONTAINS` : `${fieldPath} ASCENDING`,
    );
  const summed = z
    .array(aggregation)
    .parse(aggregations)
    .flatMap(({ sum, avg }) => sum?.field ?? avg?.field ?? [])
    .map(({ fieldPath }) => `${fieldPath} ASCENDING`);
  const sorted = [...new Set([...(ordered.length > 0 ? ordered : ranged), ...summed])];
  const [source] = from;
  return {
    collection: source?.collectionId ?? "",
    group: source?.allDescendants ?? false,
    equal,
    sorted: sorted.filter((one) => !one.startsWith("__name__")),
  };
}

/**
 * What `firestore.indexes.json` lacks for a query, as a sentence that says what to add; null if
 * Firestore can answer it from the automatic indexes of single fields or from those that the file
 * declares.
 */
export function missingIndex(
  { collection, group, equal, sorted }: Shape,
  { indexes, fieldOverrides }: Indexes,
) {
  const queryScope = group ? "COLLECTION_GROUP" : "COLLECTION";
  const missingField = (fieldPath: string, direction: string) => {
    const override = fieldOverrides.find(
      (one) => one.collectionGroup === collection && one.fieldPath === fieldPath,
    );
    const isThere = override
      ? override.indexes.some(
          (index) => index.queryScope === queryScope && index.order === direction,
        )
      : !group;
    if (isThere) return [];
    const index = {
      [direction === "CONTAINS" ? "arrayConfig" : "order"]: direction,
      queryScope,
    };
    return override
      ? `to the "indexes" of ${collection}.${fieldPath} in "fieldOverrides": ${JSON.stringify(index)}`
      : `to "fieldOverrides": ${JSON.stringify({ collectionGroup: collection, fieldPath, indexes: [index] })}`;
  };
  const fields = [
    ...equal.map((fieldPath) => ({ fieldPath, order: "ASCENDING" })),
    ...sorted.map((one) => ({
      fieldPath: one.split(" ")[0] ?? "",
      order: one.split(" ")[1] ?? "",
    })),
  ];
  const isDeclared = indexes.some(
    (index) =>
      index.collectionGroup === collection &&
      index.queryScope === queryScope &&
      index.fields.length === fields.length &&
      equal.every((one) =>
        index.fields.slice(0, equal.length).some(({ fieldPath }) => fieldPath === one),
      ) &&
      sorted.every((one, i) => {
        const at = index.fields[equal.length + i];
        return one === `${at?.fieldPath} ${at?.order}`;
      }),
  );
  if (isDeclared) return null;
  // Equalities alone are merged from single fields; one sorted field alone needs only its own.
  const isMerged = sorted.length === 0 || fields.length === 1;
  const missing = isMerged
    ? fields.flatMap((one) => missingField(one.fieldPath, one.order))
    : [`to "indexes": ${JSON.stringify({ collectionGroup: collection, queryScope, fields })}`];
  if (missing.length === 0) return null;
  const asked = [
    ...(equal.length > 0 ? [`with a given ${equal.join(", ")}`] : []),
    ...(sorted.length > 0 ? [`by ${sorted.join(", ")}`] : []),
  ];
  return `asks for ${collection} ${asked.join(" ")}. No index serves that, so in the cloud the call fails. Add ${missing.join(", and ")}`;
}

interface Recorded {
  /** The file of ours that ran the query, from the repository's root. */
  by: string;
  query: unknown;
  aggregations?: unknown;
}

/** The library's own form of a query; it isn't public. */
interface Sent {
  toProto(): {
    structuredQuery?: unknown;
    structuredAggregationQuery?: { structuredQuery: unknown; aggregations: unknown };
  };
}

function isQuery(one: unknown): one is Sent {
  return (
    one instanceof Query || (one instanceof Object && one.constructor.name === "AggregateQuery")
  );
}

/** The file of ours that called the library; null for a test, which reads as it likes. */
function callerIn(stack = ""): string | null {
  const places = stack
    .split("\n")
    .filter((line) => line.includes("/functions/") && !line.includes("/node_modules/"));
  const caller = places.find((line) => !line.includes("/test/queryIndexes.ts"));
  return /\/(functions\/(?:src|operator)\/[\w./-]+?\.ts)/.exec(caller ?? "")?.[1] ?? null;
}

/**
 * The prototypes of this process's library, which the files of a worker share, and what they have
 * recorded.
 */
const library = Query as typeof Query & { recorded?: Recorded[] };

/**
 * Records the query of each call of a method, which `queryOf` finds among the object, the first
 * argument and the result.
 */
function watch<T extends object>(
  prototype: T,
  name: keyof T,
  queryOf: (self: unknown, first: unknown, result: unknown) => unknown,
): void {
  const run = prototype[name] as (...given: unknown[]) => unknown;
  const recording = function (this: unknown, ...given: unknown[]) {
    const result = run.apply(this, given);
    record(queryOf(this, given[0], result));
    return result;
  };
  Object.assign(prototype, { [name]: recording });
}

function record(query: unknown): void {
  // A transaction reads documents, too.
  if (!isQuery(query)) return;
  const by = callerIn(new Error().stack);
  if (by === null) return;
  const { structuredQuery: plain, structuredAggregationQuery: summed } = query.toProto();
  library.recorded?.push(
    summed === undefined
      ? { by, query: plain }
      : { by, query: summed.structuredQuery, aggregations: summed.aggregations },
  );
}

/** Records every query that the code of ours runs from now on, once in each process. */
export function recordQueries(): void {
  if (library.recorded !== undefined) return;
  library.recorded = [];
  for (const name of ["get", "stream", "onSnapshot", "explain", "explainStream"] as const) {
    watch(Query.prototype, name, (query) => query);
  }
  // The library doesn't export the class of a count or a sum, so its making is recorded.
  watch(Query.prototype, "aggregate", (_query, _sums, made) => made);
  watch(Transaction.prototype, "get", (_transaction, asked) => asked);
}

/** The recorded queries, which are forgotten. */
export function takeQueries(): Recorded[] {
  return library.recorded?.splice(0) ?? [];
}

/** Throws a sentence for each query that Firestore would refuse. */
export function requireIndexes(
  recorded: readonly Recorded[],
  indexes: Indexes = ownIndexes(),
): void {
  const found = new Set(
    recorded.flatMap(({ by, query, aggregations }) => {
      const missing = missingIndex(shapeOf(query, aggregations), indexes);
      return missing === null ? [] : `${by} ${missing}`;
    }),
  );
  if (found.size > 0)
    throw new Error(["firestore.indexes.json lacks an index.", ...found].join("\n"));
}
