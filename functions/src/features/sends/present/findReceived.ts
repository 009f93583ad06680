import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import type { findReceived as endpoint } from "@sendwright/core/contract/sends";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import type { Aimed } from "@sendwright/core/sends/received";
import { chargeDocuments, spendDocuments } from "../../../http/rateLimit.ts";
import { originsOf } from "../../../store/sends/corrections.ts";
import { knownRowsOf } from "../../../store/sends/documents.ts";
import { aimedRows, mailboxMark, receivedOf } from "../../../store/sends/received.ts";
import type { Engine } from "../engine.ts";
import { findSend } from "../maintenance/wake.ts";

type ReceivedInput = InputOf<typeof endpoint>;

/**
 * Who of a list, or of rows of a send, already received the email. Throws `not_found`, `invalid_input`,
 * `too_much_kept`.
 */
export async function findReceived(engine: Engine, uid: string, input: ReceivedInput) {
  // Each row of a send and each person that a list corrects is a document; of the others, each that is read.
  spendDocuments(uid, (input.rows ?? input.people ?? []).length);
  const aimed = input.send === undefined ? await aimedList(uid, input) : await aimedAgain(engine, uid, input);
  const received = await receivedOf(uid, aimed, (documents) => chargeDocuments(uid, documents));
  return { success: true as const, received };
}

async function aimedAgain(engine: Engine, uid: string, { send: key = "", rows = [] }: ReceivedInput): Promise<Aimed[]> {
  const { id } = await findSend(engine, uid, key);
  return aimedRows(id, await knownRowsOf(id, rows));
}

async function aimedList(uid: string, input: ReceivedInput): Promise<Aimed[]> {
  const { template_id: templateId = "", subject = "", people = [], corrects } = input;
  if (templateId === "" && subject.trim() === "") {
    throw new AppError("invalid_input", "Name a template, a subject or a send.");
  }
  const email = { templateId: templateId || null, subject };
  const numbers = people.flatMap(({ from }) => from ?? []);
  const origins = corrects === undefined ? new Map() : await originsOf(uid, corrects, numbers);
  return people.map(({ row, recipient, from = 0 }) => {
    const { address = null } = parseRecipient(recipient) ?? {};
    return {
      ...{ row, self: null, from: origins.get(from) ?? null },
      mailbox: address === null ? null : mailboxMark(uid, email, address),
    };
  });
}
