import { createHash } from "node:crypto";
import { RATES, type RateBucket } from "@sendwright/core/contract/endpoint";
import { MINUTE } from "@sendwright/core/dates/units";
import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { changeDocument } from "./changeDocument.ts";
import { parseDocument } from "./documentSchema.ts";

const storedCalls = z.object({ calls: z.array(z.number()) });

function document(bucket: RateBucket, caller: string) {
  // Hashed, so that we keep no network address.
  const id = createHash("sha256").update(caller).digest("base64url");
  return firestore().collection("rates").doc(`${bucket}_${id}`);
}

/**
 * Counts a call by a uid or a network address at `now` (milliseconds). Returns 0 if it may proceed, else the seconds
 * until it may. No period as long as the bucket's in RATES ever contains more calls than `limit`, or by default RATES,
 * allows. The instances share only this document; the TTL policy on `expireAt` removes it.
 */
export function countCall(
  bucket: RateBucket,
  caller: string,
  now: number,
  limit: number = RATES[bucket].calls,
): Promise<number> {
  const counter = document(bucket, caller);
  const span = RATES[bucket].minutes * MINUTE;
  return changeDocument(counter, (data) => {
    const recent = data ? parseDocument(storedCalls, counter.path, data).calls.filter((time) => time > now - span) : [];
    const blocking = recent.at(-limit);
    if (recent.length >= limit && blocking !== undefined) {
      return { write: null, result: Math.max(1, Math.ceil((blocking + span - now) / 1000)) };
    }
    const calls = [...recent, now];
    return { write: { calls, expireAt: Timestamp.fromMillis(now + 2 * span) }, result: 0 };
  });
}

/** Deletes a user's counters. */
export async function deleteRates(uid: string): Promise<void> {
  const buckets = Object.keys(RATES) as RateBucket[];
  await Promise.all(buckets.map((bucket) => document(bucket, uid).delete()));
}
