import { copyName, cutName } from "@sendwright/core/check/copyName";
import type * as contract from "@sendwright/core/contract/templates";
import { formatsOf } from "@sendwright/core/dates/formats";
import { filesInUse, fitFiles } from "@sendwright/core/files/fit";
import { isPictureName, picturesIn } from "@sendwright/core/files/pictures";
import { config } from "../../config.ts";
import { chargeDocuments } from "../../http/rateLimit.ts";
import { type Handler, notFoundError, Reply } from "../../http/route.ts";
import { sendDocId } from "../../store/sends/documents.ts";
import { readSend, requireSnapshot } from "../../store/sends/read.ts";
import type { SnapshotDoc } from "../../store/sends/schemas.ts";
import { readSettings } from "../../store/settings.ts";
import { templatesOf } from "../../store/templates.ts";
import { cleanFields } from "./cleanFields.ts";
import { copyAttachment } from "./files.ts";
import { makeTemplate } from "./makeTemplate.ts";

/**
 * `POST /api/sends/{id}/template`, without files of single rows; once for each key. Throws
 * `not_found`, and `wrong_state` once the data has been deleted.
 */
export const templateOfSend: Handler<typeof contract.templateOfSend> = async ({ user, input }) => {
  const send = await readSend(sendDocId(user.uid, input.id));
  if (!send || send.hidden || send.state === "preparing") throw notFoundError();
  const snapshot = await requireSnapshot(send);
  const { accepted, skipped } = filesWithRoom(snapshot);
  const template = await makeTemplate({
    uid: user.uid,
    key: input.idempotency_key,
    ...(await cleanFields(await fieldsOf(user.uid, snapshot))),
    files: accepted,
    store: (folder, { name, contentType, size, path }) =>
      copyAttachment(folder, {
        original_filename: name,
        content_type: contentType,
        size,
        storage_path: path,
      }),
  });
  return new Reply(201, { success: true, template, skipped: skipped.map(({ name }) => name) });
};

/** The fields of a template that makes the same emails. */
async function fieldsOf(uid: string, snapshot: SnapshotDoc) {
  const { title, subject, body, replyTo = "" } = snapshot;
  const [settings, { templates }] = await Promise.all([readSettings(uid), templatesOf(uid)]);
  chargeDocuments(uid, 1 + templates.length);
  const { limits } = config();
  const name = cutName(title, limits);
  return {
    name: templates.some((other) => other.name === name) ? copyName(name, limits) : name,
    subject,
    body,
    ...formatsOf(snapshot),
    // The account's own isn't the template's: it may change.
    reply_to: replyTo === settings.reply_to ? "" : replyTo,
    // Without one in the account, there was nothing to leave out.
    signature: snapshot.signature !== undefined || settings.signature === "",
  };
}

/** The files that everyone got, as far as a template has room; pictures before attachments. */
function filesWithRoom({ files, body }: SnapshotDoc) {
  const used = filesInUse(
    files.map(({ filename, ...file }) => ({ name: filename, ...file })),
    picturesIn(body),
  );
  const pictures = used.filter(({ name }) => isPictureName(name));
  const attachments = used.filter(({ name }) => !isPictureName(name));
  return fitFiles({ existing: [], files: [...pictures, ...attachments], limits: config().limits });
}
