import { createHash } from "node:crypto";

/**
 * The name under which something about a Google account (`sub`, its number) outlives the account
 * here. Nothing else about the person is kept. Each purpose has its own hash, so that one can't be
 * found by the other.
 */
export function hashOfAccount(purpose: "count" | "stop", sub: string): string {
  return createHash("sha256").update(`${purpose} ${sub}`).digest("base64url");
}
