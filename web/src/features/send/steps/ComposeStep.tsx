import { isBodyTooLong } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import { MAX_SUBJECT_LENGTH, type Variable } from "@sendwright/core/contract";
import { useCallback } from "react";
import { FormatFields } from "../../../components/FormatFields/FormatFields.tsx";
import { RichTextEditor } from "../../../components/RichTextEditor/RichTextEditor.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { SubjectField } from "../../../components/SubjectField/SubjectField.tsx";
import { useDeepStable } from "../../../lib/useDeepStable.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./steps.module.css";

const NO_VARIABLES: readonly Variable[] = [];

/** Step 1.5: write an email for a list of recipients. */
export function ComposeStep({ state }: { state: SendFormState }) {
  const { form, mode, store: change, mail, limits } = state;
  const variables = useDeepStable(mail?.variables ?? NO_VARIABLES);
  // Typing in the body doesn't render the subject again.
  const changeSubject = useCallback((subject: string) => change({ type: "compose", subject }), [change]);
  if (form.choice.kind !== "compose" || mode === "csv") return null;
  return (
    <StepCard step="1.5" title="Write the email" done={form.subject.trim() !== "" && form.body !== ""}>
      <div className={styles.compose}>
        <SubjectField
          label="Subject"
          value={form.subject}
          maxLength={MAX_SUBJECT_LENGTH}
          variables={variables}
          onChange={changeSubject}
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
