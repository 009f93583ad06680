import { copyName } from "@sendwright/core/check/copyName";
import {
  AppError,
  getAttachment,
  getTemplate,
  type Limits,
  type TemplateFields,
} from "@sendwright/core/contract";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import {
  MAX_TEMPLATE_FILE_BYTES,
  readTemplateFile,
  tooLarge,
} from "@sendwright/core/templateFile/readTemplateFile";
import { safeFileName } from "@sendwright/core/templateFile/safeFileName";
import type { SharedFile } from "@sendwright/core/templateFile/templateFile";
import { writeTemplateFile } from "@sendwright/core/templateFile/writeTemplateFile";
import { call } from "../lib/call.ts";
import { cleanBody } from "../lib/cleanBody.ts";
import { download } from "../lib/download.ts";

const WORDS = { fallback: "Could not download the template." };

/** Downloads a template, with its files, as one file for a colleague. Throws AppError. */
export async function downloadTemplate(id: string): Promise<void> {
  const { template } = await call(getTemplate, { id }, WORDS);
  const { attachments, pictures = [], name, body } = template;
  const files: SharedFile[] = [];
  for (const stored of filesInUse([...pictures, ...attachments], picturesIn(body))) {
    const { original_filename, content_type: type, storage_path } = stored;
    const content = await call(getAttachment, { id, storage_path }, WORDS);
    files.push({
      name: original_filename,
      type,
      content: new Uint8Array(await content.arrayBuffer()),
    });
  }
  const zip = writeTemplateFile(template, files);
  download(`${safeFileName(name)}.zip`, new Blob([zip], { type: "application/zip" }));
}

/** A template that isn't saved yet, for the editor. */
export interface OpenedTemplate {
  starter: TemplateFields;
  files: readonly File[];
  /** What to say about it; null for nothing. */
  note: string | null;
}

/**
 * Reads a template file; the template gets another name if one of `names` is its own. Throws
 * AppError with a sentence about the files.
 */
export async function openTemplate(
  chosen: readonly File[],
  names: readonly string[],
  limits: Limits,
): Promise<OpenedTemplate> {
  const [file] = chosen;
  if (!file || chosen.length > 1)
    throw new AppError("invalid_input", "You can open one template file at a time.");
  if (file.size > MAX_TEMPLATE_FILE_BYTES) throw tooLarge();
  const zip = await file.arrayBuffer().catch((cause: unknown) => {
    throw new AppError("invalid_input", "We couldn't read this file. Choose it again.", { cause });
  });
  const { fields, files } = readTemplateFile(new Uint8Array(zip), { limits, cleanBody });
  const { name } = fields;
  const isTaken = names.includes(name);
  return {
    starter: isTaken ? { ...fields, name: copyName(name, limits) } : fields,
    files: files.map(({ name: called, type, content }) => new File([content], called, { type })),
    note: isTaken ? `You already have a template “${name}”, so this one has another name.` : null,
  };
}
