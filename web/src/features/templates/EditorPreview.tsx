import { isBodyTooLong } from "@sendwright/core/body/length";
import type { TemplateFields, Variable } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import { firstCompared } from "@sendwright/core/placeholders";
import { memo, useMemo } from "react";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { useLimits } from "../../data/configQuery.ts";
import { usePreview } from "../../data/previews.ts";
import { beginsLink, SAMPLE_LINK } from "../../lib/beginsLink.ts";
import type { PictureAddresses } from "../../lib/showPictures.ts";
import type { TemplateSample } from "../../lib/templateEditorContext.ts";
import { useSession } from "../../lib/useSession.ts";
import { useDeepStable } from "../../lib/useStable.ts";
import { useSteady } from "../../lib/useSteady.ts";
import styles from "./TemplateEditor.module.css";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";

/** The sample text for a placeholder, by a word in its name; the first match counts. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/first.?name|given.?name|vorname/i, "Ada"],
  [/last.?name|family.?name|surname|nachname/i, "Lovelace"],
  [/company|organi[sz]ation|firm/i, "Analytical Engines"],
  [/name$/i, "Ada Lovelace"],
  [/amount|price|total|sum|fee|cost/i, "120"],
  [/link|url|website/i, SAMPLE_LINK],
  [/city|place|venue|town/i, "Delft"],
  [/number|\bno\b|\bid\b/i, "1024"],
];

/** A day that can't be a month, so that the preview shows which number is which. */
const SAMPLE_DAY = "28";

function sampleOf({ name, type, options }: Variable, today: Date): string {
  const month = String(today.getMonth() + 1).padStart(2, "0");
  if (type === "date") return [today.getFullYear(), month, SAMPLE_DAY].join("-");
  if (type === "time") return "14:30";
  if (type === "email") return "ada@example.org";
  if (type === "dropdown") return options[0] ?? name;
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

/** A value for each variable of an email with this body, made up unless it is known. */
export function sampleValues(
  variables: readonly Variable[],
  body: string,
  known: ReadonlyMap<string, string> = new Map(),
  today = new Date(),
): Record<string, string> {
  // A text with a condition is shown.
  const compared = firstCompared(body);
  const made = (variable: Variable) =>
    beginsLink(body, variable.name)
      ? SAMPLE_LINK
      : (compared.get(variable.name) ?? sampleOf(variable, today));
  return Object.fromEntries(
    variables.map((variable) => [variable.name, known.get(variable.name) ?? made(variable)]),
  );
}

interface Props {
  /** The fields a moment ago: typing doesn't wait for the preview. */
  values: TemplateFields;
  variables: EditedFields["variables"];
  /** The values, if the template is written for a list. */
  sample: TemplateSample | null;
  /** The files that go with it. */
  files: EditedAttachments["counted"];
  pictures: PictureAddresses;
}

const SAMPLE_ADDRESS = "ada@example.org";

/**
 * The email as it will arrive, beside the editor: the server renders it with sample values when the
 * typing pauses.
 */
export const EditorPreview = memo(function EditorPreview({
  values,
  variables,
  sample,
  files,
  pictures,
}: Props) {
  const { user } = useSession();
  const limits = useLimits();
  const { subject, body, signature } = values;
  const formats = useDeepStable(formatsOf(values));
  const input = useMemo(() => {
    if ((subject.trim() === "" && body === "") || isBodyTooLong(body, limits)) return null;
    const filled = sampleValues(variables, body, sample?.values);
    return { template_id: "", subject, body, ...formats, signature, variables: filled };
  }, [subject, body, formats, signature, variables, sample, limits]);
  const preview = usePreview(useSteady(input));
  const mail = input && preview.data;

  return (
    <div className={styles.preview} aria-busy={preview.isFetching}>
      {input && preview.error && (
        <ErrorNotice message={`Preview Error: ${preview.error.message}`} />
      )}
      {input && preview.isPending && <Loading what="the preview" heights={[320]} />}
      {!input && (
        <div className={styles.blank}>
          <EmptyState
            drawing={<BlankLetter />}
            sentence="As you write, the preview shows the email as it will arrive."
          />
        </div>
      )}
      {mail && (
        <MailPreview
          from={user?.email ?? ""}
          to={sample?.to || SAMPLE_ADDRESS}
          subject={mail.rendered_subject}
          html={mail.rendered_body_html}
          text={mail.rendered_text}
          attachments={files}
          pictures={pictures}
          caption={
            sample
              ? `Filled in with the first row of ${sample.from}. Its columns are your placeholders.`
              : "Filled in with sample values."
          }
        />
      )}
    </div>
  );
});
