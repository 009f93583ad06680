import Button from "@mui/material/Button";
import { memo, useState } from "react";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { FormatFields } from "../../components/FormatFields/FormatFields.tsx";
import { SignatureChoice } from "../../components/SignatureChoice.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { LineField } from "./LineField.tsx";
import type { EditedFields } from "./useFields.ts";

interface ReplyToProps {
  value: string;
  set: EditedFields["set"];
  error: string | undefined;
  disabled: boolean;
}

/** Where replies go, behind a small button while it is blank. */
const ReplyToField = memo(function ReplyToField({ set, ...line }: ReplyToProps) {
  const [isOpened, setOpened] = useState(false);
  if (!isOpened && line.value === "" && line.error === undefined) {
    return (
      <div>
        <Button
          size="small"
          variant="text" color="secondary"
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

interface Props {
  fields: EditedFields;
  /** What the last attempt to save found about the Reply-To. */
  error: string | undefined;
  disabled: boolean;
  /** Whether it is a new template that no list gave a date format. */
  isNew: boolean;
}

/** The fields below the body: they come after the editor's first frame. */
export default function FurtherFields({ fields, error, disabled, isNew }: Props) {
  const { values, set, change, variables } = fields;
  const { data: settings } = useSettings();
  return (
    <>
      <ReplyToField value={values.reply_to} set={set} error={error} disabled={disabled} />
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
