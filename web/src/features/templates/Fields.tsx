import { textLength } from "@sendwright/core/body/length";
import type { FieldProblem } from "@sendwright/core/check/templateFields";
import { type Limits, MAX_SUBJECT_LENGTH, type Variable } from "@sendwright/core/contract";
import { withCommas } from "@sendwright/core/withCommas";
import { memo, useCallback, useMemo } from "react";
import type { BodyPictures } from "../../components/RichTextEditor/formDrafts.ts";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";
import { SubjectField } from "../../components/SubjectField/SubjectField.tsx";
import { useDeepStable } from "../../lib/useStable.ts";
import { type EditedLine, LineField } from "./LineField.tsx";
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
}

const NameField = memo(function NameField({ set, ...line }: EditedLine) {
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

/**
 * Name, subject and body. Each gets only its own part and stable props, so a key redraws one field
 * only.
 */
export function Fields(props: Props) {
  const { fields, limits, problems, disabled, pictures, columns, repeat } = props;
  const { values, set, variables, warnings, joining, sums } = fields;
  const { body } = values;
  const totals = useDeepStable(joining && [...sums.keys()]);
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
    </>
  );
}
