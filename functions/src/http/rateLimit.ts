import type { Request } from "express";
import { AppError } from "../contract/appError.ts";
import type { RateBucket } from "../contract/endpoint.ts";
import { countCall } from "../store/apiRateLimits.ts";

/** Takes a bucket and who calls; lets the call pass or throws `rate_limited` with the seconds to wait. */
export async function rateLimit(bucket: RateBucket, caller: string): Promise<void> {
  const retryAfter = await countCall(bucket, caller, Date.now());
  if (retryAfter > 0) {
    const seconds = retryAfter === 1 ? "1 second" : `${retryAfter} seconds`;
    throw new AppError("rate_limited", `Too many requests. Please try again in ${seconds}.`, { retryAfter });
  }
}

/**
 * Takes a request; gives the caller's network address. Hosting's edge names it in `fastly-client-ip`, Google's front end
 * first in `x-forwarded-for`. A caller who goes around Hosting can write either, so this slows floods and is no lock:
 * the calls it counts give nothing away, and the number of instances bounds their cost.
 */
export function addressOf(request: Request): string {
  const edge = request.get("fastly-client-ip");
  const forwarded = request.get("x-forwarded-for")?.split(",")[0]?.trim();
  return edge || forwarded || request.socket.remoteAddress || "unknown";
}
