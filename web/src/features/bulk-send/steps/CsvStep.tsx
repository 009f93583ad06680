import { NO_RECIPIENT_COLUMN } from "@sendwright/core/contract";
import { SelectField } from "../../../components/SelectField.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { CheckPanel } from "../check/CheckPanel.tsx";
import { Columns } from "../check/Columns.tsx";
import { openColumns } from "../check/momentMessages.ts";
import { Detection } from "../csv/Detection.tsx";
import { FileChoice } from "../csv/FileChoice.tsx";
import { WriteForFile } from "../draft/WriteForFile.tsx";
import type { Bulk } from "../useBulkSend.ts";
import type { TakenOver } from "../useTakeOver.ts";
import styles from "./steps.module.css";

/** Which column holds the addresses; guessed until a person chooses. */
function RecipientColumn({ bulk: { csv, change } }: { bulk: Bulk }) {
  if (!csv.table || csv.isTyped) return null;
  return (
    <SelectField
      id="bulk-recipient-column"
      label="Recipient email column"
      value={csv.recipientColumn ?? ""}
      options={csv.table.headers.map((header) => ({ value: header, word: header }))}
      onChange={(header) => header !== null && change({ type: "recipientColumn", header })}
      error={csv.recipientColumn === null && NO_RECIPIENT_COLUMN}
    />
  );
}

/** Whether no template was chosen that the file has the columns for. */
function isUnfitting({ form, check }: Bulk): boolean {
  return form.choice.kind !== "template" || (check?.columns.missing.some(({ required }) => required) ?? false);
}

/** Step 2 with a file: choose it, say which column holds the recipients, put right what the check finds. */
export function CsvStep({ bulk, takenOver }: { bulk: Bulk; takenOver: TakenOver | null }) {
  const { form, csv, check } = bulk;
  const arrived = takenOver !== null && takenOver.source === form.source?.id ? takenOver : null;
  const isDone = check !== null && check.summary.ready > 0 && openColumns(check).length === 0;
  const isPartial = check?.problems.some(({ row, severity }) => severity === "error" && !form.skipRows.includes(row));
  return (
    <StepCard
      step="2"
      title="Recipients"
      done={isDone}
      isPartial={isPartial === true}
      summary={`${form.source?.name} · ${check?.summary.sentence} · to ${csv.recipientColumn}`}
      folded={bulk.isListFolded}
      onFold={bulk.foldList}
    >
      <div className={styles.fields}>
        <FileChoice bulk={bulk} arrived={arrived} />
        {csv.isReading && <Spinner label="Reading the file" />}
        <Detection bulk={bulk} />
        <RecipientColumn bulk={bulk} />
        <Columns bulk={bulk} />
        <CheckPanel bulk={bulk} />
        {csv.table && !csv.isTyped && form.choice.kind === "none" && (
          <p className={styles.soft}>Choose a template in step 1, and all rows are checked against it.</p>
        )}
        {isUnfitting(bulk) && (
          <div>
            <WriteForFile bulk={bulk} />
          </div>
        )}
      </div>
    </StepCard>
  );
}
