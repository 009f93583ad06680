import type { Attachment, Template, TemplateFields } from "@sendwright/core/contract/templates";
import type { ParsedTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { chargeFiles } from "../../http/rateLimit.ts";
import {
  findTemplate,
  insertTemplate,
  keyedTemplateId,
  newTemplateId,
  requireTemplateLimit,
  type StoredTemplate,
  templateFolder,
} from "../../store/templates.ts";
import { isSameText } from "../../store/templateVersions.ts";
import { all, forgetFiles } from "./files.ts";
import { presentTemplate } from "./presentTemplate.ts";

interface NewTemplate<File> {
  uid: string;
  /** The call's key: a call that comes again with it gets the template that it made. */
  key?: string | undefined;
  fields: TemplateFields;
  parsed: ParsedTemplate;
  files: readonly File[];
  /** Stores a file in the template's folder. */
  store: (folder: string, file: File) => Promise<Attachment>;
}

/**
 * Makes a template with its files. If that fails, no file of it is left. Throws
 * `template_limit_reached`.
 */
export async function makeTemplate<File>({
  uid,
  key,
  fields,
  parsed,
  files,
  store,
}: NewTemplate<File>): Promise<Template> {
  const limit = config().limits.MAX_TEMPLATES_PER_USER;
  const id = key === undefined ? newTemplateId() : keyedTemplateId(uid, key);
  const before = key === undefined ? null : await findTemplate(uid, id);
  if (before) return presentTemplate(before);
  await requireTemplateLimit(uid, limit);
  chargeFiles(files.length);
  // Two calls with one key may store files at once.
  const folder = `${templateFolder(uid, id)}${key === undefined ? "" : `${newTemplateId()}/`}`;
  let made: StoredTemplate | null = null;
  try {
    const attachments = await all(files.map((file) => store(folder, file)));
    made = await insertTemplate(uid, id, fields, attachments, limit, parsed);
  } finally {
    const isOurs = made?.attachments.every(({ storage_path }) => storage_path.startsWith(folder));
    if (!isOurs) await forgetFiles(folder);
  }
  return presentTemplate(made, isSameText(made, fields) ? parsed : undefined);
}
