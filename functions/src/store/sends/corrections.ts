import { groupBy } from "@sendwright/core/groupBy";
import { mayHaveEmail } from "@sendwright/core/sends/counts";
import { idOf, personOf, type RowOfSend } from "@sendwright/core/sends/received";
import { knownEmailsOf, sendDocId } from "./documents.ts";
import type { StoredSend } from "./read.ts";
import { aimedRows, rowsOfSamePeople } from "./receivedRows.ts";
import type { OnRead } from "./sameEmail.ts";
import { type KnownRow, rowNumbersOf } from "./schemas.ts";

/** An email of a send. If its document was deleted, only a row's number is known. */
type EmailOfSend = Pick<KnownRow, "n" | "from" | "numbers">;

/** A send that corrects another, and that one's rows whose people it reached or is to reach. */
export interface CorrectingSend {
  send: StoredSend;
  rows: number[];
}

/**
 * The sends that reached the people of these emails of a send in other rows, or are to reach them,
 * oldest first. The rows are all rows of those emails. A send that reached no one isn't included.
 */
export async function correctingSends(
  { id, owner }: Pick<StoredSend, "id" | "owner">,
  emails: readonly EmailOfSend[],
  onRead: OnRead = () => {},
): Promise<CorrectingSend[]> {
  const { earlier, sends } = await rowsOfSamePeople(owner, aimedRows(id, emails), onRead);
  const byPerson = groupBy(emails, (email) => idOf(personOf({ ...email, send: id })));
  const later = groupBy(
    earlier.filter((row) => row.send !== id && mayHaveEmail(row)),
    ({ send }) => send,
  );
  return [...sends.values()]
    .map((send) => {
      const corrected = (later.get(send.id) ?? []).flatMap((row) =>
        correctedBy(send, id, byPerson.get(idOf(personOf(row))) ?? []),
      );
      const rows = new Set(corrected.flatMap(rowNumbersOf));
      return { send, rows: [...rows].sort((a, b) => a - b) };
    })
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => a.send.createdAt - b.send.createdAt);
}

/**
 * Of a send's emails to the same person, those that a later send corrects. There are several if
 * the rows of an earlier email were corrected with an email each.
 */
function correctedBy(
  { owner, corrects }: StoredSend,
  id: string,
  emails: readonly EmailOfSend[],
): readonly EmailOfSend[] {
  if (emails.length < 2 || corrects === null || sendDocId(owner, corrects.send) !== id)
    return emails;
  const named = new Set(corrects.rows);
  return emails.filter((email) => rowNumbersOf(email).some((n) => named.has(n)));
}

/**
 * The person of each of these rows of an owner's send (by its key), by row number. All rows of an
 * email have the same.
 */
export async function personsOfRows(
  owner: string,
  key: string,
  numbers: readonly number[],
  onRead: OnRead,
): Promise<Map<number, RowOfSend>> {
  const send = sendDocId(owner, key);
  const emails = await knownEmailsOf(send, numbers, onRead);
  const persons = new Map(
    emails.flatMap((email) =>
      rowNumbersOf(email).map((n) => [n, personOf({ ...email, send })] as const),
    ),
  );
  return new Map(numbers.map((n) => [n, persons.get(n) ?? { send, n }]));
}
