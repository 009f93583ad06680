import TextField from "@mui/material/TextField";
import { type Limits, MAX_SUBJECT_LENGTH } from "@sendwright/functions/contract";
import { bodyTooLong, type FieldProblem, isBodyTooLong } from "@sendwright/functions/core";
import { FormatFields } from "../../components/FormatFields/FormatFields.tsx";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";
import { REQUIRED } from "../../components/required.ts";
import { SubjectField } from "../../components/SubjectField/SubjectField.tsx";
import { BodyLength } from "./BodyLength.tsx";
import { SyntaxWarnings } from "./SyntaxWarnings.tsx";
import type { EditedFields } from "./useFields.ts";

interface Props {
  fields: EditedFields;
  limits: Limits;
  /** What the last attempt to save found. */
  problems: readonly FieldProblem[];
  disabled: boolean;
}

/** Name, subject, body and formats. */
export function Fields({ fields, limits, problems, disabled }: Props) {
  const { values, set, variables, warnings } = fields;
  const problem = (field: FieldProblem["field"]) => problems.find((one) => one.field === field)?.message;
  return (
    <>
      <TextField
        label="Template Name"
        autoFocus
        slotProps={{ ...REQUIRED, htmlInput: { ...REQUIRED.htmlInput, dir: "auto" } }}
        autoComplete="off"
        value={values.name}
        disabled={disabled}
        onChange={(event) => set("name", event.target.value)}
        error={problem("name") !== undefined}
        helperText={problem("name")}
      />
      <SubjectField
        label="Subject Line"
        required
        value={values.subject}
        onChange={(subject) => set("subject", subject)}
        disabled={disabled}
        maxLength={MAX_SUBJECT_LENGTH}
        error={problem("subject")}
        notes={<SyntaxWarnings warnings={warnings.subject} />}
        variables={variables}
      />
      <RichTextEditor
        label="Body"
        value={values.body}
        onChange={(body) => set("body", body)}
        disabled={disabled}
        error={isBodyTooLong(values.body, limits) ? bodyTooLong(limits) : undefined}
        notes={
          <>
            <BodyLength body={values.body} limits={limits} />
            <SyntaxWarnings warnings={warnings.body} />
          </>
        }
        variables={variables}
      />
      {/* Below the body: a date's first placeholder brings it, and must not move the line that is being written. */}
      <FormatFields
        values={values}
        onDateFormat={(format) => set("dateFormat", format)}
        onTimeFormat={(format) => set("timeFormat", format)}
        variables={variables}
        disabled={disabled}
      />
    </>
  );
}
