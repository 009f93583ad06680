import type * as contract from "@sendwright/core/contract/templates";
import type { TemplateVersion } from "@sendwright/core/contract/templates";
import { dateWordsOf } from "@sendwright/core/dates/formats";
import { missingPictures, picturesIn } from "@sendwright/core/files/pictures";
import { chargeDocuments } from "../../http/rateLimit.ts";
import type { Handler } from "../../http/route.ts";
import { readTemplate, type StoredTemplate } from "../../store/templates.ts";
import { readVersion, type StoredVersion, versionsAt } from "../../store/templateVersions.ts";

/** `GET /api/template/{id}/versions` */
export const list: Handler<typeof contract.listVersions> = async ({ user, input }) => {
  chargeDocuments(user.uid, 1);
  const { versions } = await readTemplate(user.uid, input.id);
  const shown = versionsAt(versions, Date.now()).map(({ revision, replacedAt }) => ({
    version: String(revision),
    replaced_at: replacedAt.toDate().toISOString(),
  }));
  return { success: true, versions: shown.reverse() };
};

/** `GET /api/template/{id}/versions/{version}` */
export const get: Handler<typeof contract.getVersion> = async ({ user, input }) => {
  chargeDocuments(user.uid, 2);
  const template = await readTemplate(user.uid, input.id);
  const found = await readVersion(input.id, input.version, Date.now());
  return { success: true, version: presentVersion(input.version, found, template) };
};

function presentVersion(
  version: string,
  found: StoredVersion,
  { attachments }: StoredTemplate,
): TemplateVersion {
  const { name, subject, body, dateFormat, timeFormat, replacedAt } = found;
  const { reply_to = "", signature = true } = found;
  const paths = new Set(attachments.map(({ storage_path }) => storage_path));
  const names = attachments.map(({ original_filename }) => original_filename);
  return {
    version,
    name,
    subject,
    body,
    dateFormat,
    timeFormat,
    ...dateWordsOf(found),
    reply_to,
    signature,
    replaced_at: replacedAt.toDate().toISOString(),
    files_gone: found.files
      .filter(({ storage_path }) => !paths.has(storage_path))
      .map(({ original_filename }) => original_filename),
    pictures_gone: missingPictures(picturesIn(body), names),
  };
}
