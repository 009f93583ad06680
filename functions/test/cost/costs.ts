import type { EventEmitter } from "node:events";
import { firestore } from "../../src/platform/firebase.ts";

/** What Firestore bills: documents read (a query without a result is one; a count is one per 1,000 entries), written, deleted. */
export interface Costs {
  reads: number;
  writes: number;
  deletes: number;
}

/** The two funnels through which every call of Firestore's client goes, with as much of the messages as costs anything. */
interface Funnels {
  request(method: string, request: { writes?: { delete?: string | null }[] }, ...rest: unknown[]): Promise<unknown>;
  requestStream(method: string, bidirectional: boolean, request: Asked, ...rest: unknown[]): Promise<EventEmitter>;
}
interface Asked {
  documents?: unknown[];
}
interface Told {
  document?: unknown;
  documentChange?: unknown;
  result?: { aggregateFields?: Record<string, { integerValue?: string | number }> };
}

/**
 * Counts from now on whatever this process asks of Firestore, or what `isOurs` says of the asking; the function gives what
 * has been counted since it was called last.
 */
export function countCosts(isOurs = () => true): () => Costs {
  const client = firestore() as unknown as Funnels;
  const { request, requestStream } = client;
  let costs: Costs = { reads: 0, writes: 0, deletes: 0 };

  client.request = (method, asked, ...rest) => {
    if (!isOurs()) return request.call(client, method, asked, ...rest);
    for (const write of asked.writes ?? []) costs[write.delete ? "deletes" : "writes"] += 1;
    return request.call(client, method, asked, ...rest);
  };
  client.requestStream = async (method, bidirectional, asked, ...rest) => {
    const isCounted = isOurs();
    const stream = await requestStream.call(client, method, bidirectional, asked, ...rest);
    if (!isCounted) return stream;
    if (method === "batchGetDocuments") costs.reads += asked.documents?.length ?? 0;
    else countAnswers(stream, method, (reads) => (costs.reads += reads));
    return stream;
  };
  return () => {
    const counted = costs;
    costs = { reads: 0, writes: 0, deletes: 0 };
    return counted;
  };
}

/** Looks at what passes without taking part: a listener would set the stream flowing before its reader is there. */
function countAnswers(stream: EventEmitter, method: string, read: (documents: number) => void): void {
  const emit = stream.emit.bind(stream);
  let documents = 0;
  stream.emit = (event: string, ...args: unknown[]) => {
    if (event === "data") {
      const n = readsOf(args[0] as Told);
      documents += n;
      read(n);
    }
    if (event === "end" && method === "runQuery" && documents === 0) read(1);
    return emit(event, ...args);
  };
}

function readsOf({ document, documentChange, result }: Told): number {
  if (document || documentChange) return 1;
  const counts = Object.values(result?.aggregateFields ?? {}).map(({ integerValue }) => Number(integerValue ?? 0));
  return counts.reduce((sum, counted) => sum + Math.max(1, Math.ceil(counted / 1_000)), 0);
}
