import * as z from "zod";
import { type DirectForm, EMPTY_DIRECT_FORM, hasDirectContent } from "./directForm.ts";

/** Another shape of what is kept is another version; what an older page kept is dropped. */
const VERSION = 1;

const recipients = z.array(z.object({ text: z.string(), address: z.string().nullable(), name: z.string() }));

const draft = z.object({
  version: z.literal(VERSION),
  templateId: z.string().min(1).nullable(),
  recipients,
  takenOut: recipients,
  typed: z.string(),
  values: z.array(z.tuple([z.string(), z.string()])),
  unknown: z.array(z.string()),
  isPreviewed: z.boolean(),
  files: z.array(z.string()),
});

/** What a tab keeps of the form, as plain JSON, or null when nothing would be missed. Of files only the names. */
export function writeDirectDraft(form: DirectForm): z.input<typeof draft> | null {
  if (!hasDirectContent(form) && form.unknown.length + form.takenOut.length === 0) return null;
  const { templateId, typed, isPreviewed } = form;
  return {
    version: VERSION,
    templateId,
    typed,
    isPreviewed,
    recipients: [...form.recipients],
    takenOut: [...form.takenOut],
    values: [...form.values],
    unknown: [...form.unknown],
    files: form.files.map(({ name }) => name),
  };
}

/** The form that a tab has kept and the names of its files, or null when it is no draft. */
export function readDirectDraft(stored: unknown): { form: DirectForm; files: readonly string[] } | null {
  const { data } = draft.safeParse(stored);
  if (!data) return null;
  const { version: _, files, values, ...parts } = data;
  return { form: { ...EMPTY_DIRECT_FORM, ...parts, values: new Map(values) }, files };
}
