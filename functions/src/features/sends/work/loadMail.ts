import { randomUUID } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { noCopyFor, withoutSuppressed } from "@sendwright/core/list/suppressed";
import { addressesText, readAddresses } from "@sendwright/core/recipients/copies";
import {
  type AttachmentFile,
  type ComposedMail,
  composeMail,
  prepareAttachments,
} from "../../../mail/composeMail.ts";
import { preparedMail } from "../../../mail/lateMail.ts";
import { logError } from "../../../platform/log.ts";
import type { Grant } from "../../../store/grants.ts";
import {
  asksForRows,
  copiesOfRows,
  mailsOfRows,
  type StoredSend,
} from "../../../store/sends/read.ts";
import type { KeptCopies, StoredRow } from "../../../store/sends/rows.ts";
import type { Engine } from "../engine.ts";
import type { Stop } from "./rateLimiter.ts";

/** A row's email, with what it is counted and shown with. */
export interface RowMail {
  message: ComposedMail;
  /** How many people it reaches. */
  recipients: number;
  /** The row's note, and who gets no copy. */
  note: string;
  /** Who gets copies; absent if it's everyone who was to get one. */
  copies?: KeptCopies;
}

/** A send's email, read and prepared once for a slice. */
export interface LoadedMail {
  /** The most bytes of one row's own files; 0 if no row has any. */
  mostOfRow: number;
  /**
   * A row's whole message, with its own files (`own`) below everyone's, and without copies to the
   * people whose `addressKey`s are in `suppressed`. Throws `missing_variables`, `blank_email`,
   * `invalid_input`, `invalid_recipient`.
   */
  compose(
    row: StoredRow,
    own: readonly AttachmentFile[],
    grant: Grant,
    date: Date,
    suppressed: ReadonlySet<string>,
  ): Promise<RowMail>;
}

/**
 * Reads a send's snapshot and files and prepares them: compiled, inlined and encoded once for all
 * rows. Else returns why not: `errors` if that can never succeed, `fault` if it may succeed next
 * time.
 */
export async function loadMail(engine: Engine, send: StoredSend): Promise<LoadedMail | Stop> {
  try {
    return (await prepare(engine, send)) ?? { kind: "errors" };
  } catch (cause) {
    logError("a send's mail could not be loaded", { send_id: send.id, error: cause });
    return { kind: isPassing(cause) ? "fault" : "errors" };
  }
}

/**
 * Whether the next try may succeed: database or storage errors with their own code may pass; a
 * missing file or a broken email doesn't.
 */
export function isPassing(cause: unknown): boolean {
  return !(cause instanceof AppError) && cause instanceof Error && "code" in cause;
}

async function prepare(engine: Engine, send: StoredSend): Promise<LoadedMail | null> {
  const snapshot = await engine.ledger.readSnapshot(send.id);
  if (!snapshot) return null;
  const prepared = await preparedMail({ ...snapshot, asksForRows: asksForRows(snapshot) });
  const files = await Promise.all(
    snapshot.files.map(async (file) => ({
      ...file,
      content: await engine.ledger.readFile(file.path),
    })),
  );
  const attachments = prepareAttachments(files, prepared.pictures);
  const mailOf = mailsOfRows(snapshot);
  const copiesFor = copiesOfRows(snapshot);
  const replyTo = readAddresses(snapshot.replyTo ?? "", "").people;
  return {
    mostOfRow: snapshot.mostOfRow ?? 0,
    async compose(row, own, grant, date, suppressed) {
      const { values, options } = mailOf(row);
      const mail = prepared.render(values, options);
      const { copies, out } = withoutSuppressed(copiesFor(row), suppressed);
      const message = await composeMail({
        from: { name: grant.name, address: grant.email },
        to: { name: row.name, address: row.to },
        ...copies,
        replyTo,
        subject: send.kind === "test" ? `[Test] ${mail.subject}` : mail.subject,
        html: mail.html,
        text: mail.text,
        // Always attachments, whatever their names: no picture of the body is theirs.
        attachments: [...attachments, ...prepareAttachments(own)],
        date,
        messageId: `<${randomUUID()}@${messageIdHost(grant.email)}>`,
      });
      const recipients = Math.max(1, (row.recipients ?? 1) - out.length);
      if (out.length === 0) return { message, recipients, note: row.note };
      const note = [row.note, noCopyFor(out)].filter((text) => text !== "").join(" ");
      const [cc, bcc] = [addressesText(copies.cc), addressesText(copies.bcc)];
      return { message, recipients, note, copies: { cc, bcc, recipients } };
    },
  };
}

/** The domain of an address, if a Message-ID can contain it. */
function messageIdHost(address: string): string {
  const host = address.slice(address.lastIndexOf("@") + 1);
  return /^[\w.-]+$/.test(host) ? host : "mail.gmail.com";
}
