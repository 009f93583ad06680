import { createHash } from "node:crypto";

/**
 * Identifies a Google account (`sub`, its number) in what we keep after its account here is deleted,
 * without its number. Each purpose has its own hash, so that one can't be found by the other.
 */
export function hashOfAccount(purpose: "count" | "stop", sub: string): string {
  return createHash("sha256").update(`${purpose} ${sub}`).digest("base64url");
}
