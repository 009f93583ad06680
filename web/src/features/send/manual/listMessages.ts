import { type Limits, limitExceeded, NO_VALID_ADDRESS } from "@sendwright/core/contract";
import { cellText, type List } from "@sendwright/core/list/list";
import { parseRecipient, recipientKey } from "@sendwright/core/recipients/recipients";
import { counted } from "../../../lib/counted.ts";

/** What to say about a list of addresses as it is typed, whatever email it gets. */
export interface ListMessages {
  /** "3 recipients of at most 100 · 1 invalid · 1 duplicate". */
  counter: string;
  /** What is wrong with the list as a whole, in the fixed words (rule: words); null if nothing is. */
  problem: string | null;
  /** The texts that aren't addresses. */
  invalid: string[];
}

export function listMessages(list: List | null, limits: Limits): ListMessages {
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  const texts = list?.rows.map(({ cells }) => cellText(cells[0])) ?? [];
  const total = texts.length + (list?.beyond ?? 0);
  const invalid = texts.filter((text) => parseRecipient(text) === null);
  const valid = texts.filter((text) => parseRecipient(text) !== null);
  const duplicates = valid.length - new Set(valid.map(recipientKey)).size;
  const parts = [`${counted(total, "recipient")} of at most ${limit}`];
  if (invalid.length > 0) parts.push(`${invalid.length} invalid`);
  if (duplicates > 0) parts.push(counted(duplicates, "duplicate"));
  if (valid.length > duplicates && valid.length - duplicates < total) {
    parts.push(`${valid.length - duplicates} will get the email`);
  }
  const isNobody = texts.length > 0 && valid.length === 0;
  const problem = total > limit ? limitExceeded(limit) : isNobody ? NO_VALID_ADDRESS : null;
  return { counter: parts.join(" · "), problem, invalid };
}
