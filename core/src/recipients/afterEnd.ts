import type { RowResult } from "../contract/sends.ts";
import { recipientKey } from "./recipients.ts";

/**
 * Who is reached once a send has ended, who is not, and of whom nobody can tell; `unknown`: of whom nobody could tell before.
 * Nobody who got the mail, or may have got it, is to stay among the recipients: another press would reach them twice.
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
