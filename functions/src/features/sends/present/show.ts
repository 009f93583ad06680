import type { SendMail } from "@sendwright/core/contract/sends";
import { formatsOf } from "@sendwright/core/dates/formats";
import { addressesText } from "@sendwright/core/recipients/copies";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { chargeDocuments, spendDocuments } from "../../../http/rateLimit.ts";
import { notFoundError } from "../../../http/route.ts";
import { preparedMail } from "../../../mail/lateMail.ts";
import { RecentAnswers } from "../../../platform/recentAnswers.ts";
import { type Picture, readPicture } from "../../../store/files.ts";
import {
  asksForRows,
  copiesOfRows,
  endedSends,
  mailsOfRows,
  openSends,
  readHeadings,
  requireSnapshot,
  type StoredSend,
} from "../../../store/sends/read.ts";
import { readEmailRow, versionOf } from "../../../store/sends/rows.ts";
import { differentFiles } from "../../../store/sends/schemas.ts";
import type { Engine } from "../engine.ts";
import { findSend, workOnSend } from "../maintenance/wake.ts";
import {
  type FollowedRows,
  presentCorrected,
  presentRows,
  presentSend,
  presentSends,
  stopNoteFor,
} from "./view.ts";

/**
 * The email to a row of a send, by the number of any of its rows, rendered by the code that sends,
 * with missing values marked. Throws `not_found`, and `wrong_state` once the data has been deleted.
 */
export async function showMail(
  engine: Engine,
  uid: string,
  key: string,
  n: number,
): Promise<SendMail> {
  const send = await findSend(engine, uid, key);
  const [snapshot, row] = await Promise.all([requireSnapshot(send), readEmailRow(send.id, n)]);
  if (!row) throw notFoundError();
  const { templateId = null, subject, body, files } = snapshot;
  const { values, options } = mailsOfRows(snapshot)(row);
  const prepared = await preparedMail({ ...snapshot, asksForRows: asksForRows(snapshot) });
  const copies = copiesOfRows(snapshot)(row);
  const [cc, bcc] = [addressesText(copies.cc), addressesText(copies.bcc)];
  const mail = prepared.render(values, { mark: true, ...options });
  return {
    success: true,
    recipient: row.to,
    ...(cc !== "" && { cc }),
    ...(bcc !== "" && { bcc }),
    ...(snapshot.replyTo !== undefined && { reply_to: snapshot.replyTo }),
    rendered_subject: mail.subject,
    rendered_body_html: mail.html,
    rendered_text: mail.text,
    variables: Object.fromEntries(values),
    ...(row.files !== undefined && {
      row_files: differentFiles(row.files).map(({ filename: name, size }) => ({ name, size })),
    }),
    mail: {
      template_id: templateId,
      subject,
      body,
      ...formatsOf(snapshot),
      files: files
        .filter(({ filename }) => !prepared.pictures.has(filename))
        .map(({ filename: name, size }) => ({ name, size })),
      ...(snapshot.cc !== undefined && { cc: snapshot.cc }),
      ...(snapshot.bcc !== undefined && { bcc: snapshot.bcc }),
      signature: snapshot.signature !== undefined,
    },
  };
}

/**
 * `GET /api/sends/{id}/pictures/{name}`. Throws `not_found`, and `wrong_state` once the data has
 * been deleted.
 */
export async function showPicture(
  engine: Engine,
  uid: string,
  key: string,
  name: string,
): Promise<Picture> {
  const { files } = await requireSnapshot(await findSend(engine, uid, key));
  return readPicture(files.find(({ filename }) => filename === name)?.path);
}

/** Ended sends on a page of the list. */
const SENDS_PER_PAGE = 50;

/** Whole looks at sends; a look at 1,000 rows takes about half a megabyte. */
const looks = new RecentAnswers<FollowedRows>(20);

/**
 * A user's sends, newest first, from where an earlier page ended (null for the first), and where
 * the next page begins. The first page has every send that is not over, however old it is; `only`
 * returns no others.
 */
export async function listSends(
  engine: Engine,
  uid: string,
  before: string | null = null,
  only?: "open",
) {
  const ended =
    only === "open"
      ? { sends: [], before: null, unreadable: [], read: 0 }
      : await endedSends(uid, before, SENDS_PER_PAGE);
  const open = before === null ? await openSends(uid) : [];
  const sends = await presentSends([...open, ...ended.sends], engine.rate);
  // Each that is listed has a heading too.
  chargeDocuments(uid, ended.read + open.length + sends.length);
  return {
    success: true as const,
    sends,
    before: ended.before,
    unreadable: ended.unreadable.length,
  };
}

/**
 * A send and its rows since a cursor (null for all). A send that is due and has no worker is woken
 * by being looked at. A client with a cursor knows the heading, so that is not read again. Charged
 * are the rows that are returned, in advance all of them. Throws `not_found` and `rate_limited`.
 */
export async function showSend(engine: Engine, uid: string, key: string, after: string | null) {
  const send = await workOnSend(engine, await findSend(engine, uid, key));
  if (send.dataDeleted) {
    const shown = presentSend(send, { heading: null, rate: engine.rate, stopNote: "" });
    return { success: true as const, send: shown, results: [], cursor: "" };
  }
  const { total } = send.counts;
  spendDocuments(uid, total);
  // The send first, then its rows: a client that reads that it has ended has all of its rows.
  const [{ counts, ...rows }, corrected, stopNote] = await Promise.all([
    followedRows(send, after),
    presentCorrected(send),
    stopNoteFor([send]),
  ]);
  chargeDocuments(uid, withoutFurther(rows.results).length - total);
  const heading = after === null ? ((await readHeadings([send])).get(send.id) ?? null) : null;
  const shown = {
    ...presentSend({ ...send, counts }, { heading, rate: engine.rate, stopNote }),
    corrected,
  };
  const { title: _title, subject: _subject, ...untitled } = shown;
  return { success: true as const, send: after === null ? shown : untitled, ...rows };
}

/**
 * The rows of a send, or those since a cursor. Rows change under a worker, whose beginning and end
 * are written into the send, or just before a write of the send. So all rows of a send at rest are
 * read once for each state it is in: one person who looks again and again doesn't slow down the
 * others.
 */
function followedRows(send: StoredSend, after: string | null): Promise<FollowedRows> {
  if (after !== null || send.worker !== null) return presentRows(send, after);
  return looks.answerTo(`${send.id} ${versionOf(send)}`, Date.now(), () => presentRows(send, null));
}
