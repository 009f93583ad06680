import { isBodyTooLong, isEmptyBody } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import { MAX_SUBJECT_LENGTH, type Variable } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import { manualAttachmentProblems } from "@sendwright/core/files/fileMessages";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import type { List } from "@sendwright/core/list/list";
import { isBlank } from "@sendwright/core/placeholders";
import { BookmarkPlus } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo } from "react";
import { FormatFields } from "../../../components/FormatFields/FormatFields.tsx";
import { usePasting } from "../../../components/RichTextEditor/paste/waitingPastes.ts";
import { RichTextEditor } from "../../../components/RichTextEditor/RichTextEditor.tsx";
import { SaveAsTemplateButton } from "../../../components/SaveAsTemplateButton.tsx";
import { SignatureChoice } from "../../../components/SignatureChoice.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { SubjectField } from "../../../components/SubjectField/SubjectField.tsx";
import { useSettings } from "../../../data/accountQueries.ts";
import { useLimits } from "../../../data/configQuery.ts";
import { usePictureSources } from "../../../data/pictureSources.ts";
import { templatesFull, useTemplateRoom } from "../../../data/templateQueries.ts";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import { useSettledWarnings } from "../../../lib/useSettledWarnings.ts";
import { useDeepStable, useStable } from "../../../lib/useStable.ts";
import { readTexts } from "../../../lib/warningsOfTexts.ts";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { placeholderColumns } from "../list/templateForList.ts";

const NO_VARIABLES: readonly Variable[] = [];
const NO_COLUMNS: readonly Variable[] = [];
const NOTHING = { subject: "", body: "" };

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  mail: Email | null;
  list: List | null;
}

/** Step 1.5: write an email for a list of recipients. */
export const ComposeStep = memo(function ComposeStep({ form, change, mail, list }: Props) {
  const limits = useLimits();
  const { data: settings } = useSettings();
  const variables = useDeepStable(mail?.variables ?? NO_VARIABLES);
  // Typing in the body doesn't render the subject again.
  const changeSubject = useCallback(
    (subject: string) => change({ type: "compose", subject }),
    [change],
  );
  const isComposed = form.choice.kind === "compose" && form.people.now.mode !== "csv";
  const columns = useDeepStable(
    useMemo(() => (isComposed && list ? placeholderColumns(list) : NO_COLUMNS), [isComposed, list]),
  );
  const { subject, body } = form;
  const written = useDeferredValue(
    useMemo(() => (isComposed ? { subject, body } : NOTHING), [isComposed, subject, body]),
  );
  const warnings = useSettledWarnings(
    "composed",
    useMemo(() => readTexts(written, columns).warnings, [written, columns]),
  );
  const addresses = usePictureSources(isComposed ? form.body : "", null, form.pictures);
  // Several are added one after the other, each to those before it.
  const addPicture = useStable((file: File): string | null => {
    const [problem] = manualAttachmentProblems(
      [...form.attachments, ...(mail?.pictures ?? []), file],
      limits,
    );
    if (problem === undefined) change({ type: "picture", file });
    return problem ?? null;
  });
  if (!isComposed) return null;
  return (
    <StepCard
      title="Write the email"
      done={
        !isBlank(form.subject) &&
        !isEmptyBody(form.body) &&
        !isBodyTooLong(form.body, limits) &&
        mail?.warnings.length === 0
      }
    >
      <div className="stack gap-16">
        <SubjectField
          label="Subject"
          value={form.subject}
          maxLength={MAX_SUBJECT_LENGTH}
          variables={variables}
          columns={columns}
          onChange={changeSubject}
          warnings={warnings.subject}
        />
        <RichTextEditor
          label="Body"
          value={form.body}
          variables={variables}
          columns={columns}
          pictures={{ addresses, add: addPicture }}
          error={isBodyTooLong(form.body, limits) ? bodyTooLong(limits) : undefined}
          onChange={(next) => change({ type: "compose", body: next })}
          warnings={warnings.body}
        />
        <SignatureChoice
          value={form.signature}
          signature={settings?.signature ?? ""}
          onChange={(signature) => change({ type: "compose", signature })}
        />
        <FormatFields
          values={form}
          onChange={(formats) => change({ type: "compose", ...formats })}
          variables={variables}
        />
        <SaveComposed form={form} />
      </div>
    </StepCard>
  );
});

/** Opens the editor with the composed email and its files, to save it as a template. */
function SaveComposed({ form }: { form: SendForm }) {
  const write = useWriteTemplate();
  const { isFull, most } = useTemplateRoom();
  const isPasting = usePasting();
  const { subject, body, signature, attachments, pictures } = form;
  if (!write || (subject.trim() === "" && body === "")) return null;
  const fields = { name: "", subject, body, ...formatsOf(form), signature };
  const open = () => {
    const shown = filesInUse(pictures, picturesIn(body));
    const draft = { fields: { ...fields, reply_to: form.copies.replyTo } };
    write({ ...draft, files: [...shown, ...attachments] }, () => undefined);
  };
  return (
    <div className="row">
      <SaveAsTemplateButton
        full={isFull ? templatesFull(most) : null}
        startIcon={<BookmarkPlus size={16} aria-hidden />}
        disabled={isPasting}
        onClick={open}
      />
    </div>
  );
}
