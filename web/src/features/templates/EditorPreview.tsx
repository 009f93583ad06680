import { isBodyTooLong } from "@sendwright/core/body/length";
import type { TemplateFields } from "@sendwright/core/contract";
import { memo, useMemo } from "react";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorNotice } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { useLimits } from "../../data/config.ts";
import { usePreview } from "../../data/previews.ts";
import { useSession } from "../../lib/useSession.ts";
import { useSteady } from "../../lib/useSteady.ts";
import type { TemplateSample } from "../../sending/templateDesk.ts";
import { sampleValues } from "./sampleValues.ts";
import styles from "./TemplateEditor.module.css";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";

interface Props {
  /** The fields a moment ago: typing doesn't wait for the preview. */
  values: TemplateFields;
  variables: EditedFields["variables"];
  /** The values, if the template is written for a list. */
  sample: TemplateSample | null;
  /** The files that go with it. */
  files: EditedAttachments["counted"];
}

const SAMPLE_ADDRESS = "ada@example.org";

/** The email as it will arrive, beside the editor: the server renders it with sample values when the typing pauses. */
export const EditorPreview = memo(function EditorPreview({ values, variables, sample, files }: Props) {
  const { user } = useSession();
  const limits = useLimits();
  const { subject, body, dateFormat, timeFormat } = values;
  const input = useMemo(() => {
    if ((subject.trim() === "" && body === "") || isBodyTooLong(body, limits)) return null;
    const filled = sampleValues(variables, body, sample?.values);
    return { template_id: "", subject, body, dateFormat, timeFormat, variables: filled };
  }, [subject, body, dateFormat, timeFormat, variables, sample, limits]);
  const preview = usePreview(useSteady(input));
  const mail = input && preview.data;

  return (
    <div className={styles.preview} aria-busy={preview.isFetching}>
      {input && preview.error && <ErrorNotice message={`Preview Error: ${preview.error.message}`} />}
      {input && preview.isPending && <Loading what="the preview" heights={[320]} />}
      {!input && (
        <div className={styles.blank}>
          <EmptyState
            drawing={<BlankLetter />}
            sentence="The preview shows the email as it will arrive, while you write."
          />
        </div>
      )}
      {mail && (
        <MailPreview
          from={user?.email ?? ""}
          to={SAMPLE_ADDRESS}
          subject={mail.rendered_subject}
          html={mail.rendered_body_html}
          text={mail.rendered_text}
          attachments={files}
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
