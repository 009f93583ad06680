/** Replaces `http/rateLimit.ts` in tests without counting, which needs the database. */
export function limitHere(): void {}
export function limitOpenHere(): string {
  return "anybody";
}
export async function limitEverywhere(): Promise<void> {}
export async function limitOpenEverywhere(): Promise<void> {}
export function chargeDocuments(): void {}
export function spendDocuments(): void {}
