import { checkTemplateFields, requireTemplateSize } from "@sendwright/core/check/templateFields";
import { AppError } from "@sendwright/core/contract/appError";
import type * as contract from "@sendwright/core/contract/templates";
import type {
  Attachment,
  Template,
  TemplateFields,
  TemplateListItem,
} from "@sendwright/core/contract/templates";
import { dateWordsOf, formatsOf } from "@sendwright/core/dates/formats";
import {
  attachmentProblems,
  filesInUse,
  fitFiles,
  withoutPictures,
} from "@sendwright/core/files/fit";
import { isPictureName, picturesIn, pictureWarnings } from "@sendwright/core/files/pictures";
import { parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { chargeDocuments, chargeFiles } from "../../http/rateLimit.ts";
import { type FileHandler, type Handler, notHere, Reply } from "../../http/route.ts";
import { sanitizedBody } from "../../mail/lateMail.ts";
import { readFile, readPicture } from "../../store/files.ts";
import { sendDocId } from "../../store/sends/documents.ts";
import { readSend, readSnapshot } from "../../store/sends/read.ts";
import {
  appendAttachment,
  insertTemplate,
  newTemplateId,
  readTemplate,
  removeAttachment,
  removeTemplate,
  requireTemplateLimit,
  revisionOf,
  type StoredTemplate,
  templateFolder,
  templatesOf,
  updateTemplate,
  variablesOf,
} from "../../store/templates.ts";
import {
  all,
  copyAttachment,
  filesInUseOf,
  forgetFiles,
  keptBeside,
  requireFit,
  storeUpload,
  wholeOrNothing,
} from "./files.ts";

/**
 * A stored template as `GET /api/template/{id}` returns it, with its variables read by the current
 * grammar; a caller that has just parsed it passes the result.
 */
function presentTemplate(
  stored: StoredTemplate,
  { variables, warnings } = parseTemplate(stored),
): Template {
  return {
    id: stored.id,
    name: stored.name,
    subject: stored.subject,
    body: stored.body,
    dateFormat: stored.dateFormat,
    timeFormat: stored.timeFormat,
    ...dateWordsOf(stored),
    ...(stored.reply_to !== undefined && { reply_to: stored.reply_to }),
    ...(stored.signature !== undefined && { signature: stored.signature }),
    parsed_variables: variables,
    syntax_warnings: [
      ...warnings,
      ...pictureWarnings(
        stored.body,
        stored.attachments.map(({ original_filename }) => original_filename),
      ),
    ],
    attachments: withoutPictures(stored.attachments),
    pictures: stored.attachments.filter(({ original_filename }) =>
      isPictureName(original_filename),
    ),
    updated_at: stored.updatedAt.toISOString(),
    revision: revisionOf(stored),
  };
}

/** A template's line in the list. */
async function presentListItem(stored: StoredTemplate): Promise<TemplateListItem> {
  return {
    id: stored.id,
    name: stored.name,
    updated_at: stored.updatedAt.toISOString(),
    variables: await variablesOf(stored),
    attachment_count: withoutPictures(stored.attachments).length,
  };
}

/**
 * A save's fields in their stored form, name and subject trimmed and the body sanitized, and these
 * fields as the grammar reads them. Throws `invalid_input` with the fixed sentences. Both forms of
 * the body must be within its limit: the typed one, as the page counts it, before any work on it,
 * and the stored one.
 */
async function cleanFields(
  input: TemplateFields,
): Promise<{ fields: TemplateFields; parsed: ParsedTemplate }> {
  const { name, subject, body, dateFormat, timeFormat, reply_to, signature } = input;
  const optional = {
    ...dateWordsOf(input),
    ...(reply_to !== undefined && { reply_to: reply_to.trim() }),
    ...(signature !== undefined && { signature }),
  };
  const trimmed = {
    name: name.trim(),
    subject: subject.trim(),
    body,
    dateFormat,
    timeFormat,
    ...optional,
  };
  requireSavable(trimmed);
  const fields = { ...trimmed, body: await sanitizedBody(body) };
  const parsed = parseTemplate(fields);
  requireTemplateSize(parsed.variables.length, fields.body);
  requireSavable(fields);
  return { fields, parsed };
}

type ParsedTemplate = ReturnType<typeof parseTemplate>;

function requireSavable(fields: TemplateFields): void {
  const problems = checkTemplateFields(fields, [], config().limits);
  if (problems.length > 0) {
    throw new AppError("invalid_input", problems.map(({ message }) => message).join(" "));
  }
}

/** `GET /api/templates` */
export const list: Handler<typeof contract.listTemplates> = async ({ user }) => {
  const { templates, unreadable } = await templatesOf(user.uid);
  chargeDocuments(user.uid, templates.length + unreadable.length);
  const listed: TemplateListItem[] = [];
  // One after the other: if they have to be parsed, other calls take their turns in between.
  for (const template of templates) listed.push(await presentListItem(template));
  return {
    success: true,
    templates: listed,
    ...(unreadable.length > 0 && { unreadable: unreadable.map(({ id, name }) => ({ id, name })) }),
  };
};

/** `GET /api/template/{id}` */
export const get: Handler<typeof contract.getTemplate> = async ({ user, input }) => {
  return { success: true, template: presentTemplate(await readTemplate(user.uid, input.id)) };
};

/** `POST /api/templates`, with the staged files */
export const create: Handler<typeof contract.createTemplate> = async ({ user, input, files }) => {
  const { fields, parsed } = await cleanFields(input);
  requireFit(files, []);
  const limit = config().limits.MAX_TEMPLATES_PER_USER;
  await requireTemplateLimit(user.uid, limit);
  const id = newTemplateId();
  const folder = templateFolder(user.uid, id);
  chargeFiles(files.length);
  const created = await wholeOrNothing(folder, async () => {
    const attachments = await all(files.map((file) => storeUpload(folder, file)));
    return insertTemplate(user.uid, id, fields, attachments, limit, parsed);
  });
  return new Reply(201, { success: true, template: presentTemplate(created, parsed) });
};

/** `PUT /api/template/{id}` */
export const save: Handler<typeof contract.saveTemplate> = async ({ user, input }) => {
  const { fields, parsed } = await cleanFields(input);
  const check = (attachments: Attachment[]) => {
    const problems = attachmentProblems(
      filesInUseOf({ attachments, body: fields.body }),
      config().limits,
    );
    if (problems.length > 0) throw new AppError("attachment_limit", problems.join(" "));
  };
  const saved = await updateTemplate(
    user.uid,
    input.id,
    fields,
    editedRevision(input.revision),
    check,
    parsed,
  );
  // A save of the same text keeps nothing.
  const replaced = saved.versions.find(({ revision }) => revision === saved.revision - 1);
  return {
    success: true,
    template: presentTemplate(saved, parsed),
    ...(replaced && { replaced: String(replaced.revision) }),
  };
};

/** `DELETE /api/template/{id}`: a running send has its own copies */
export const remove: Handler<typeof contract.deleteTemplate> = async ({ user, input }) => {
  chargeDocuments(user.uid, await removeTemplate(user.uid, input.id));
  await forgetFiles(templateFolder(user.uid, input.id));
  return { success: true, message: "Template deleted." };
};

/** `POST /api/template/{id}/duplicate`, without pictures that the body doesn't mention */
export const duplicate: Handler<typeof contract.duplicateTemplate> = async ({ user, input }) => {
  const { MAX_TEMPLATES_PER_USER, MAX_NAME_LENGTH } = config().limits;
  const original = await readTemplate(user.uid, input.id);
  const { name, subject, body, dateFormat, timeFormat, reply_to = "", signature = true } = original;
  await requireTemplateLimit(user.uid, MAX_TEMPLATES_PER_USER);
  const fields = {
    name: copyName(name, MAX_NAME_LENGTH),
    subject,
    body,
    dateFormat,
    timeFormat,
    ...dateWordsOf(original),
    reply_to,
    signature,
  };
  const parsed = parseTemplate(fields);
  const id = newTemplateId();
  const folder = templateFolder(user.uid, id);
  const used = filesInUseOf(original);
  chargeFiles(used.length);
  const copied = await wholeOrNothing(folder, async () => {
    const copies = await all(used.map((file) => copyAttachment(folder, file)));
    return insertTemplate(user.uid, id, fields, copies, MAX_TEMPLATES_PER_USER, parsed);
  });
  return new Reply(201, { success: true, template: presentTemplate(copied, parsed) });
};

/**
 * `POST /api/sends/{id}/template`, without files of single rows. Throws `not_found`, and
 * `wrong_state` once the data has been deleted.
 */
export const makeOfSend: Handler<typeof contract.templateOfSend> = async ({ user, input }) => {
  const { limits } = config();
  const { MAX_TEMPLATES_PER_USER: limit, MAX_NAME_LENGTH } = limits;
  const send = await readSend(sendDocId(user.uid, input.id));
  if (!send || send.hidden || send.state === "preparing") throw notHere();
  const snapshot = send.dataDeleted ? null : await readSnapshot(send.id);
  if (!snapshot) throw new AppError("wrong_state", "The data of this send has been deleted.");
  await requireTemplateLimit(user.uid, limit);
  const { title, subject, body } = snapshot;
  const { templates } = await templatesOf(user.uid);
  chargeDocuments(user.uid, templates.length);
  const isTaken = templates.some(({ name }) => name === title);
  const fields = {
    name: isTaken ? copyName(title, MAX_NAME_LENGTH) : cut(title, MAX_NAME_LENGTH),
    subject,
    body: await sanitizedBody(body),
    ...formatsOf(snapshot),
    signature: snapshot.signature !== undefined,
  };
  requireSavable(fields);
  const parsed = parseTemplate(fields);
  requireTemplateSize(parsed.variables.length, fields.body);
  const pictures = picturesIn(fields.body);
  const files = filesInUse(
    snapshot.files.map((file) => ({ ...file, name: file.filename })),
    pictures,
  );
  const { accepted, skipped } = fitFiles({ existing: [], files, limits });
  const id = newTemplateId();
  const folder = templateFolder(user.uid, id);
  chargeFiles(accepted.length);
  const made = await wholeOrNothing(folder, async () => {
    const copies = await all(
      accepted.map(({ filename, contentType, size, path }) =>
        copyAttachment(folder, {
          original_filename: filename,
          content_type: contentType,
          size,
          storage_path: path,
        }),
      ),
    );
    return insertTemplate(user.uid, id, fields, copies, limit, parsed);
  });
  const answer = {
    template: presentTemplate(made, parsed),
    skipped: skipped.map(({ name }) => name),
  };
  return new Reply(201, { success: true, ...answer });
};

/** `POST /api/template/{id}/attachments`: one file per request */
export const addAttachment: Handler<typeof contract.addAttachment> = async ({
  user,
  input,
  files,
}) => {
  const [file] = files;
  if (!file) throw new AppError("invalid_input", '"file" is missing.');
  keptBeside(file, await readTemplate(user.uid, input.id));
  const attachment = await storeUpload(templateFolder(user.uid, input.id), file);
  try {
    const dropped = await appendAttachment(user.uid, input.id, attachment, (current) =>
      keptBeside(file, current),
    );
    for (const path of dropped) await forgetFiles(path);
  } catch (error) {
    await forgetFiles(attachment.storage_path);
    throw error;
  }
  return { success: true, attachment };
};

/** `GET /api/template/{id}/pictures/{name}` */
export const getPicture: FileHandler<typeof contract.getPicture> = async (
  { user, input },
  begin,
) => {
  const { attachments } = await readTemplate(user.uid, input.id);
  const { content, contentType } = await readPicture(
    attachments.findLast(({ original_filename }) => original_filename === input.name)?.storage_path,
  );
  begin(contentType, input.name).end(content);
};

/** `GET /api/template/{id}/attachments` */
export const getAttachment: FileHandler<typeof contract.getAttachment> = async (
  { user, input },
  begin,
) => {
  const { attachments } = await readTemplate(user.uid, input.id);
  const found = attachments.find(({ storage_path }) => storage_path === input.storage_path);
  if (!found) throw new AppError("not_found", "This attachment no longer exists.");
  const content = await readFile(found.storage_path);
  // A header can't have every name, and no browser may show what someone uploaded.
  begin("application/octet-stream", "attachment").end(content);
};

/** `DELETE /api/template/{id}/attachments` */
export const deleteAttachment: Handler<typeof contract.deleteAttachment> = async ({
  user,
  input,
}) => {
  await removeAttachment(user.uid, input.id, input.storage_path);
  await forgetFiles(input.storage_path);
  return { success: true };
};

/** The revision in an `If-Match` header; undefined for "any". */
function editedRevision(header: string | undefined): string | undefined {
  const revision = header?.trim().replace(/^(?:W\/)?"(.*)"$/, "$1");
  return revision === "*" || revision === "" ? undefined : revision;
}

function copyName(name: string, maxLength: number): string {
  return cut(`Copy of ${name}`, maxLength);
}

function cut(name: string, maxLength: number): string {
  // Not in the middle of a character that takes two units.
  return name.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
}
