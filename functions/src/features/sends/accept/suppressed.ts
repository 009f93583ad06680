import { isSuppressed } from "@sendwright/core/list/suppressed";
import { addressesText, COPY_FIELDS, readAddresses } from "@sendwright/core/recipients/copies";
import { chargeDocuments } from "../../../http/rateLimit.ts";
import { readSettings } from "../../../store/settings.ts";
import { readSuppressed } from "../../../store/suppressions.ts";
import { mailSource } from "./mailSource.ts";
import type { SendPlan } from "./plan.ts";

/**
 * What a call's rows are checked against: the user's settings, the email, and the `addressKey`s of
 * the people they don't email. Throws the errors of `mailSource`, and `unreadable`.
 */
export async function readForCheck(uid: string, named: Parameters<typeof mailSource>[2]) {
  // Beside the email, a long list delays no one.
  const [{ settings, mail }, suppressed] = await Promise.all([
    readEmail(uid, named),
    // The send's first slice reads them again.
    readSuppressed(uid, (documents) => chargeDocuments(uid, 2 * documents)),
  ]);
  return { settings, mail, suppressed };
}

async function readEmail(uid: string, named: Parameters<typeof mailSource>[2]) {
  const settings = await readSettings(uid);
  return { settings, mail: await mailSource(uid, settings, named) };
}

/**
 * A plan without the copies that its check left out. Later changes of the list don't bring them
 * back: the notes and the counts of recipients are about this plan.
 */
export function withoutSuppressedCopies(plan: SendPlan, suppressed: ReadonlySet<string>): SendPlan {
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
