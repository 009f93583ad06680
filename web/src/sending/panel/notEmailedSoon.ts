import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { RowResult, Send } from "@sendwright/core/contract";
import {
  isSuppressed,
  noCopyFor,
  type Suppressed,
  withoutSuppressed,
} from "@sendwright/core/list/suppressed";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { withoutFurther } from "@sendwright/core/sends/joined";
import type { SendProgress } from "../../data/sendProgress.ts";
import { copiesSent } from "../copies.ts";

/** How many people the sentence names. */
const NAMED = 3;

/**
 * The progress of a send whose waiting rows say that their person gets no email or no copy, because
 * of the people you don't email.
 */
export function withNotEmailed(progress: SendProgress, suppressed: Suppressed): SendProgress {
  const { send, results } = progress;
  if (!suppressed?.size) return progress;
  return {
    ...progress,
    results: results.map((result) => {
      // A further row says which email it is part of.
      const isWaiting = result.status === "queued" && result.joined_to === undefined;
      const reason = isWaiting ? reasonOf(send, result, suppressed) : null;
      return reason === null ? result : { ...result, reason };
    }),
  };
}

function reasonOf(send: Send, result: RowResult, suppressed: Suppressed): string | null {
  if (isSuppressed(addressOf(result), suppressed)) return NOT_EMAILED;
  const [copies] = copiesSent(send, [result]);
  const out = copies ? withoutSuppressed(copies, suppressed).out : [];
  return out.length === 0 ? null : `${noCopyFor(out)}.`;
}

/** Says whose waiting rows will be skipped, because you don't email them; null for no one. */
export function notEmailedMessage({ results }: SendProgress, suppressed: Suppressed) {
  const rows = results.flatMap(({ recipient, status, joined_to }) => {
    const address = addressOf({ recipient });
    return status === "queued" && address !== null && isSuppressed(address, suppressed)
      ? { address, joined_to }
      : [];
  });
  const out = withoutFurther(rows).map(({ address }) => address);
  if (out.length === 0) return null;
  const named = andMore(out.slice(0, NAMED), out.length);
  return out.length === 1
    ? `We'll skip ${named}, who is on your list of people you don't email.`
    : `We'll skip ${pluralize(rows.length, "row")} of people you don't email: ${named}.`;
}

function addressOf({ recipient }: Pick<RowResult, "recipient">): string | null {
  return parseRecipient(recipient)?.address ?? null;
}
