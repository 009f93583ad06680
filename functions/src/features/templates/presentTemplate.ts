import type { Template } from "@sendwright/core/contract/templates";
import { dateWordsOf } from "@sendwright/core/dates/formats";
import { withoutPictures } from "@sendwright/core/files/fit";
import { isPictureName, pictureWarnings } from "@sendwright/core/files/pictures";
import { parseTemplate } from "@sendwright/core/placeholders";
import { revisionOf, type StoredTemplate } from "../../store/templates.ts";

/**
 * A stored template as `GET /api/template/{id}` returns it, with its variables read by the current
 * grammar; a caller that has just parsed it passes the result.
 */
export function presentTemplate(
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
