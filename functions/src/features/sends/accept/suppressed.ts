import { isSuppressed } from "@sendwright/core/list/suppressed";
import { addressesText, COPY_FIELDS, readAddresses } from "@sendwright/core/recipients/copies";
import { chargeDocuments } from "../../../http/rateLimit.ts";
import { readSuppressed } from "../../../store/suppressions.ts";
import type { SendPlan } from "./plan.ts";

/** The `addressKey`s of the people a user doesn't email, charged with their next reading. */
export function suppressedBy(uid: string): Promise<ReadonlySet<string>> {
  // The send's first slice reads them again.
  return readSuppressed(uid, (documents) => chargeDocuments(uid, 2 * documents));
}

/**
 * A plan without the copies that its check left out. Later changes of the list don't bring them
 * back: the notes and the counts of recipients are about this plan.
 */
export function withoutSuppressedCopies(
  plan: SendPlan,
  suppressed: ReadonlySet<string>,
): SendPlan {
  if (suppressed.size === 0) return plan;
  const without = <Texts extends { cc?: string; bcc?: string }>(texts: Texts): Texts => ({
    ...texts,
    ...Object.fromEntries(
      COPY_FIELDS.flatMap((field) => {
        const text = texts[field] ?? "";
        const { people } = readAddresses(text, field);
        const left = people.filter(({ address }) => !isSuppressed(address, suppressed));
        return left.length === people.length ? [] : [[field, addressesText(left)]];
      }),
    ),
  });
  const rows = plan.rows.map((row) => (row.state === "queued" ? without(row) : row));
  return { ...plan, copies: without(plan.copies), rows };
}
