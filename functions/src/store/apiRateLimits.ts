import { createHash } from "node:crypto";
import { RATES, type RateBucket } from "@sendwright/core/contract/endpoint";
import { MINUTE } from "@sendwright/core/dates/units";
import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { changeDocument } from "./changeDocument.ts";
import { dayUsedUpError } from "./dayUsedUpError.ts";
import { parseDocument } from "./documentSchema.ts";
import {
  fullAt,
  type Level,
  level,
  poolOf,
  secondsUntil,
  secondsUntilAll,
  without,
} from "./spending.ts";

/** `day`: the rest of the budget of these calls. Missing in older documents. */
const storedCalls = z.object({ calls: z.array(z.number()), day: level.optional() });

function document(bucket: RateBucket, caller: string) {
  // Hashed, so that we keep no network address.
  const id = createHash("sha256").update(caller).digest("base64url");
  return firestore().collection("rates").doc(`${bucket}_${id}`);
}

/**
 * Counts a call by a Google account (its `sub`) or a network address at `now` (milliseconds).
 * Returns 0 if it may proceed, else the seconds until it may. No period as long as the bucket's in
 * RATES ever contains more calls than `limit`, or by default RATES, allows. `cost`: its part of the
 * day's budget, in millionths of a dollar; throws `daily_budget` if there isn't so much left. The
 * instances share only this document; the TTL policy on `expireAt` removes it. It outlives the
 * account: deleting it and signing in again starts nothing over.
 */
export function countCall(
  bucket: RateBucket,
  caller: string,
  now: number,
  limit: number = RATES[bucket].calls,
  cost = 0,
): Promise<number> {
  const counter = document(bucket, caller);
  const span = RATES[bucket].minutes * MINUTE;
  return changeDocument(counter, (data) => {
    const stored = data ? parseDocument(storedCalls, counter.path, data) : { calls: [] };
    const recent = stored.calls.filter((time) => time > now - span);
    const blocking = recent.at(-limit);
    if (recent.length >= limit && blocking !== undefined) {
      return { write: null, result: Math.max(1, Math.ceil((blocking + span - now) / 1000)) };
    }
    const day = cost > 0 ? spentOn(bucket, stored.day, cost, now) : null;
    const expireAt = Timestamp.fromMillis(Math.max(now + 2 * span, day?.until ?? 0));
    return {
      write: { calls: [...recent, now], ...(day && { day: day.level }), expireAt },
      result: 0,
    };
  });
}

/**
 * The seconds until an account (its `sub`) can make calls that cost so much together, 0 if it can
 * now. Counts nothing.
 */
export async function secondsUntilDayHas(
  bucket: RateBucket,
  sub: string,
  cost: number,
  now: number,
): Promise<number> {
  const pool = poolOf(bucket);
  if (pool === null) return 0;
  const counter = document(bucket, sub);
  const data = (await counter.get()).data();
  const { day } = data ? parseDocument(storedCalls, counter.path, data) : {};
  return secondsUntilAll(pool, day, cost, now);
}

/** The day's level after a call, and until when it counts. Throws `daily_budget`. */
function spentOn(bucket: RateBucket, found: Level | undefined, cost: number, now: number) {
  const pool = poolOf(bucket);
  if (pool === null) return null;
  const wait = secondsUntil(pool, found, cost, now);
  if (wait > 0) throw dayUsedUpError(bucket, wait);
  const left = without(pool, found, cost, now);
  return { level: left, until: fullAt(pool, left) };
}
