import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useRef } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { FilePicker } from "../../../components/FilePicker.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./steps.module.css";

/** Step 2 with a file: choose it, say which column holds the recipients, see what the check says. */
export function CsvStep({ bulk }: { bulk: Bulk }) {
  const { form, change, csv, check } = bulk;
  const lastId = useRef(0);
  const { source } = form;
  const choose = (content: File) => {
    lastId.current += 1;
    change({ type: "source", source: { id: lastId.current, name: content.name, content } });
  };
  const files =
    source?.content instanceof File ? [{ key: String(source.id), name: source.name, size: source.content.size }] : [];
  return (
    <StepCard step="2" title="Recipients" done={check !== null && check.summary.ready > 0}>
      <div className={styles.fields}>
        <FilePicker
          label="CSV file"
          multiple={false}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          files={files}
          onAdd={([file]) => file && choose(file)}
          onRemove={() => change({ type: "source", source: null })}
          error={csv.error?.message}
        />
        {csv.table && (
          <TextField
            id="bulk-recipient-column"
            select
            label="Recipient email column"
            value={csv.recipientColumn ?? ""}
            onChange={(event) => change({ type: "recipientColumn", header: event.target.value })}
          >
            {csv.table.headers.map((header) => (
              <MenuItem key={header} value={header}>
                {header}
              </MenuItem>
            ))}
          </TextField>
        )}
        {csv.checkError && <Notice variant="danger">{csv.checkError.message}</Notice>}
        {check && <p>{check.summary.sentence}</p>}
      </div>
    </StepCard>
  );
}
