import { copyName } from "@sendwright/core/check/copyName";
import { AppError } from "@sendwright/core/contract/appError";
import type * as contract from "@sendwright/core/contract/templates";
import type { Attachment, TemplateListItem } from "@sendwright/core/contract/templates";
import { dateWordsOf } from "@sendwright/core/dates/formats";
import { attachmentProblems } from "@sendwright/core/files/fileMessages";
import { withoutPictures } from "@sendwright/core/files/fit";
import { parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { chargeDocuments } from "../../http/rateLimit.ts";
import { type FileHandler, type Handler, Reply } from "../../http/route.ts";
import { readFile, readPicture } from "../../store/files.ts";
import {
  appendAttachment,
  readTemplate,
  removeAttachment,
  removeTemplate,
  type StoredTemplate,
  templateFolder,
  templatesOf,
  updateTemplate,
  variablesOf,
} from "../../store/templates.ts";
import { cleanFields } from "./cleanFields.ts";
import {
  copyAttachment,
  filesInUseOf,
  forgetFiles,
  keptBeside,
  requireFit,
  storeUpload,
} from "./files.ts";
import { makeTemplate } from "./makeTemplate.ts";
import { presentTemplate } from "./presentTemplate.ts";

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

/** `POST /api/templates`, with the staged files; once for each key */
export const create: Handler<typeof contract.createTemplate> = async ({ user, input, files }) => {
  const cleaned = await cleanFields(input);
  requireFit(files, []);
  const template = await makeTemplate({
    uid: user.uid,
    key: input.idempotency_key,
    ...cleaned,
    files,
    store: storeUpload,
  });
  return new Reply(201, { success: true, template });
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
  const original = await readTemplate(user.uid, input.id);
  const { name, subject, body, dateFormat, timeFormat, reply_to = "", signature = true } = original;
  const fields = {
    name: copyName(name, config().limits),
    subject,
    body,
    dateFormat,
    timeFormat,
    ...dateWordsOf(original),
    reply_to,
    signature,
  };
  const template = await makeTemplate({
    uid: user.uid,
    fields,
    parsed: parseTemplate(fields),
    files: filesInUseOf(original),
    store: copyAttachment,
  });
  return new Reply(201, { success: true, template });
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
