import type { RowResult } from "../contract/sends.ts";
import { recipientKey } from "./recipients.ts";

/**
 * Who got a finished send's email, who didn't, and for whom it is unclear; `unknown`: for whom it was unclear before.
 * Anyone who got it or may have must not stay among the recipients, or the next click on Send would reach them twice.
 */
export function afterEnd(results: readonly Pick<RowResult, "recipient" | "status">[], unknown: readonly string[]) {
  const of = (...statuses: RowResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).map(({ recipient }) => recipient);
  const warned = of("warning");
  const reached = new Set([...of("sent"), ...warned].map(recipientKey));
  const isReached = (recipient: string) => reached.has(recipientKey(recipient));
  return {
    isReached,
    notReached: of("failed", "skipped"),
    unknown: [...unknown.filter((one) => !isReached(one)), ...warned],
  };
}
