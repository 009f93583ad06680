import Button from "@mui/material/Button";
import { textLength } from "@sendwright/core/body/length";
import type { FieldProblem } from "@sendwright/core/check/templateFields";
import { type Limits, MAX_SUBJECT_LENGTH, type Variable } from "@sendwright/core/contract";
import { withCommas } from "@sendwright/core/withCommas";
import { memo, useCallback, useId, useMemo, useState } from "react";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { FormatFields } from "../../components/FormatFields/FormatFields.tsx";
import field from "../../components/field.module.css";
import type { BodyPictures } from "../../components/RichTextEditor/formDrafts.ts";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";
import { SignatureChoice } from "../../components/SignatureChoice.tsx";
import { SubjectField } from "../../components/SubjectField/SubjectField.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { useDeepStable } from "../../lib/useStable.ts";
import type { EditedFields } from "./useFields.ts";

/** From this part of the limit on, the length is worth knowing. */
const NEAR = 0.8;

/** How long the body is, once it comes near its limit. */
function BodyLength({ body, limits }: { body: string; limits: Limits }) {
  const length = useMemo(() => textLength(body), [body]);
  const most = limits.MAX_BODY_LENGTH;
  if (length < most * NEAR) return null;
  return (
    <p className="hint tabular">
      {withCommas(length)} of {withCommas(most)} characters
    </p>
  );
}

interface Props {
  fields: EditedFields;
  limits: Limits;
  /** What the last attempt to save found. */
  problems: readonly FieldProblem[];
  disabled: boolean;
  pictures: BodyPictures;
  /** The columns of the list that the template is written for. */
  columns: readonly Variable[] | undefined;
  /** The placeholders in which rows of one email differ, to offer to repeat their lines. */
  repeat: readonly string[] | null;
  /** Whether it is a new template that no list gave a date format. */
  isNew: boolean;
}

interface LineProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Replaces the hint. */
  error: string | undefined;
  hint?: string;
  disabled: boolean;
  isRequired?: boolean;
  hasFocus: boolean;
}

/** A line of text. MUI's own field would load its select, too. */
function LineField({
  label,
  value,
  onChange,
  error,
  hint,
  disabled,
  isRequired = false,
  hasFocus,
}: LineProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label} data-required={isRequired || undefined}>
        {label}
      </label>
      <div className={field.box} data-invalid={error !== undefined} data-disabled={disabled}>
        <input
          id={id}
          className={`${field.text} ${field.input}`}
          dir="auto"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: a dialog begins at its first field, and a button's field gets its focus.
          autoFocus={hasFocus}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-required={isRequired}
          aria-describedby={note && `${id}-note`}
        />
      </div>
      <p id={`${id}-note`} className={error === undefined ? `hint ${field.notes}` : field.error}>
        {note}
      </p>
    </div>
  );
}

interface OneProps {
  value: string;
  set: EditedFields["set"];
  error: string | undefined;
  disabled: boolean;
}

const NameField = memo(function NameField({ set, ...line }: OneProps) {
  return (
    <LineField
      {...line}
      label="Template Name"
      isRequired
      hasFocus
      onChange={(name) => set("name", name)}
    />
  );
});

/** Where replies go, behind a small button while it is blank. */
const ReplyToField = memo(function ReplyToField({ set, ...line }: OneProps) {
  const [isOpened, setOpened] = useState(false);
  if (!isOpened && line.value === "" && line.error === undefined) {
    return (
      <div>
        <Button
          size="small"
          variant="text"
          color="secondary"
          disabled={line.disabled}
          onClick={() => setOpened(true)}
        >
          Reply-To
        </Button>
      </div>
    );
  }
  return (
    <AddressQuestion text={line.value} onUse={(to) => set("reply_to", to)}>
      <LineField
        {...line}
        label="Reply-To"
        hint="Replies go to this address instead of yours."
        hasFocus={isOpened}
        onChange={(to) => set("reply_to", to)}
      />
    </AddressQuestion>
  );
});

/**
 * Name, subject, body and formats. Each gets only its own part and stable props, so a key redraws
 * one field only.
 */
export function Fields(props: Props) {
  const { fields, limits, problems, disabled, pictures, columns, repeat, isNew } = props;
  const { values, set, change, variables, warnings, joining, sums } = fields;
  const { body } = values;
  const totals = useDeepStable(joining && [...sums.keys()]);
  const { data: settings } = useSettings();
  const problem = (field: FieldProblem["field"]) =>
    problems.find((one) => one.field === field)?.message;
  const setSubject = useCallback((subject: string) => set("subject", subject), [set]);
  return (
    <>
      <NameField value={values.name} set={set} error={problem("name")} disabled={disabled} />
      <SubjectField
        label="Subject Line"
        required
        value={values.subject}
        onChange={setSubject}
        disabled={disabled}
        maxLength={MAX_SUBJECT_LENGTH}
        error={problem("subject")}
        warnings={warnings.subject}
        variables={variables}
        columns={columns}
        totals={totals}
      />
      <RichTextEditor
        label="Body"
        value={body}
        onChange={(body) => set("body", body)}
        disabled={disabled}
        error={problem("body")}
        notes={<BodyLength body={body} limits={limits} />}
        warnings={warnings.body}
        variables={variables}
        columns={columns}
        pictures={pictures}
        repeat={repeat ? { subject: values.subject, names: repeat } : undefined}
      />
      <ReplyToField
        value={values.reply_to}
        set={set}
        error={problem("reply_to")}
        disabled={disabled}
      />
      <SignatureChoice
        value={values.signature}
        signature={settings?.signature ?? ""}
        onChange={(signature) => set("signature", signature)}
        disabled={disabled}
      />
      {/* Below the body: it appears with a date's first placeholder, and must not move the line that you are writing. */}
      <FormatFields
        values={values}
        onChange={change}
        variables={variables}
        disabled={disabled}
        isNew={isNew}
      />
    </>
  );
}
