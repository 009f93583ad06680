import Button from "@mui/material/Button";
import { NO_RECIPIENT_COLUMN } from "@sendwright/core/contract";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { SelectField } from "../../../components/SelectField.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import type { SendErrors } from "../../../sending/errors.ts";
import { useWriteTemplate } from "../../../sending/templateEditorContext.ts";
import { CheckPanel } from "../check/CheckPanel.tsx";
import { openColumns } from "../check/momentMessages.ts";
import { Detection } from "../csv/Detection.tsx";
import { FileChoice } from "../csv/FileChoice.tsx";
import { WorkbookNotes } from "../csv/WorkbookNotes.tsx";
import { templateForList } from "../draft/templateForList.ts";
import type { SendFormState } from "../useSendForm.ts";
import { Values } from "../values/Values.tsx";
import { ListOfPeople } from "./ListOfPeople.tsx";
import styles from "./steps.module.css";

/** The column of addresses: guessed until you choose one. */
function RecipientColumn({ state: { list, change } }: { state: SendFormState }) {
  if (!list || list.columns.length < 2) return null;
  const { address } = list.mapping;
  return (
    <SelectField
      id="bulk-recipient-column"
      label="Recipient email column"
      value={address ?? ""}
      options={list.columns.map((header) => ({ value: header, word: header }))}
      onChange={(header) => header !== null && change({ type: "list", change: { type: "address", header } })}
      error={address === null && NO_RECIPIENT_COLUMN}
    />
  );
}

/** Whether the template still needs values from a list: it has placeholders without a column, or none is chosen. */
function isUnfitting({ form, check }: SendFormState): boolean {
  return form.choice.kind !== "template" || (check?.columns.missing.some(({ required }) => required) ?? false);
}

/** Step 2 with a list: choose it, match its columns, and fix problems. */
export function CsvStep({ state, errors }: { state: SendFormState; errors: SendErrors }) {
  const { form, list, filled, check, reader } = state;
  const [isTyped, setTyped] = useState(false);
  const isDone = check !== null && check.summary.ready > 0 && openColumns(check).length === 0;
  const isPartial = check?.problems.some(({ severity }) => severity === "error") === true;
  return (
    <StepCard
      step="2"
      title="Recipients"
      done={isDone}
      isPartial={isPartial}
      summary={`${list?.source.name} · ${check?.summary.sentence} · to ${list?.mapping.address}`}
      folded={state.isListFolded}
      onFold={state.foldList}
    >
      <div className={styles.fields}>
        <FileChoice state={state} onType={() => setTyped(true)} />
        {reader.isReading && <Spinner label="Reading the file" />}
        <Detection state={state} />
        <WorkbookNotes state={state} />
        <RecipientColumn state={state} />
        <Values state={state} errors={errors.fields} />
        <CheckPanel state={state} />
        <ListOfPeople state={state} begin={isTyped ? "address" : null} />
        {list && form.choice.kind === "none" && (
          <p className={styles.soft}>Choose a template in step 1 to check every row.</p>
        )}
        {filled && filled.rows.length > 0 && isUnfitting(state) && (
          <div>
            <WriteForList state={state} />
          </div>
        )}
      </div>
    </StepCard>
  );
}

/**
 * Opens the template editor with the columns of the list, then chooses the saved template and previews its first email.
 */
function WriteForList({ state }: { state: SendFormState }) {
  const { change, filled: list } = state;
  const write = useWriteTemplate();
  const first = list?.rows[0];
  if (!list || !first || !write) return null;
  return (
    <Button
      size="small"
      startIcon={<PenLine size={16} aria-hidden />}
      onClick={() =>
        write(templateForList(list), ({ id }) => {
          change({ type: "choice", choice: { kind: "template", id } });
          change({ type: "preview", row: first.id });
        })
      }
    >
      Write a template for this list
    </Button>
  );
}
