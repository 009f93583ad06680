import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { AppError } from "@sendwright/core/contract/appError";
import { nameWords } from "@sendwright/core/recipients/nameWords";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { chargeQuestion } from "../../../http/rateLimit.ts";
import { byAddress, byName, rowsOfPerson } from "../../../store/sends/personRows.ts";
import type { Engine } from "../engine.ts";
import { presentRow, presentSends } from "./view.ts";

/** The end of a copy that the worker left out, beside that of its row. */
const NO_COPY = { status: "skipped", reason: NOT_EMAILED } as const;

/**
 * Every email to a person that is still kept (rule: find a person). Throws `invalid_recipient` for a
 * text that is neither one address nor a name.
 */
export async function findPerson(engine: Engine, uid: string, text: string) {
  const person = parseRecipient(text);
  const words = text.includes("@") ? [] : nameWords(text);
  if (person === null && words.length === 0)
    throw new AppError(
      "invalid_recipient",
      "Enter one email address, such as ann@example.org, or a name.",
    );
  const sought = person ? byAddress(uid, person.address) : byName(uid, words);
  const found = await rowsOfPerson(uid, sought, (read) => chargeQuestion(uid, read));
  const sends = await presentSends(found.sends, engine.rate, found.headings);
  const keys = new Map(found.sends.map(({ id, key }) => [id, key]));
  const keyOf = (id: string) => keys.get(id) ?? "";
  return {
    success: true as const,
    sends,
    rows: found.rows.map(({ send, row, as, isLeftOut }) => ({
      ...presentRow(row),
      ...(row.further && { further: row.further.map(({ n }) => n) }),
      ...(isLeftOut && NO_COPY),
      send: keyOf(send),
      as,
    })),
    copied: found.copied.map(({ send, as }) => ({ send: keyOf(send), as })),
    more: found.hasMore,
    unknown: found.unknown,
  };
}
