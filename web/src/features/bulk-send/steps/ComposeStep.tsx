import { MAX_SUBJECT_LENGTH } from "@sendwright/functions/contract";
import { bodyTooLong, isBodyTooLong } from "@sendwright/functions/core";
import { FormatFields } from "../../../components/FormatFields/FormatFields.tsx";
import { RichTextEditor } from "../../../components/RichTextEditor/RichTextEditor.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { SubjectField } from "../../../components/SubjectField/SubjectField.tsx";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./steps.module.css";

/** Step 1.5: a mail that is written here, for a list of recipients. */
export function ComposeStep({ bulk }: { bulk: Bulk }) {
  const { form, change, mail, limits } = bulk;
  if (form.choice.kind !== "compose" || form.mode === "csv") return null;
  const variables = mail?.variables ?? [];
  return (
    <StepCard step="1.5" title="Write the mail" done={form.subject.trim() !== "" && form.body !== ""}>
      <div className={styles.compose}>
        <SubjectField
          label="Subject"
          value={form.subject}
          maxLength={MAX_SUBJECT_LENGTH}
          variables={variables}
          onChange={(subject) => change({ type: "compose", subject })}
        />
        <RichTextEditor
          label="Body"
          value={form.body}
          variables={variables}
          error={isBodyTooLong(form.body, limits) ? bodyTooLong(limits) : undefined}
          onChange={(body) => change({ type: "compose", body })}
        />
        <FormatFields
          values={form}
          onDateFormat={(dateFormat) => change({ type: "compose", dateFormat })}
          onTimeFormat={(timeFormat) => change({ type: "compose", timeFormat })}
          variables={variables}
        />
      </div>
    </StepCard>
  );
}
