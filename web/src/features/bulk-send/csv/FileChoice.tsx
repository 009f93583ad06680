import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { sampleCsv } from "@sendwright/functions/core";
import { useState } from "react";
import { FilePicker } from "../../../components/FilePicker.tsx";
import { download } from "../../../lib/download.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./csv.module.css";
import { PasteTable } from "./PasteTable.tsx";

const ACCEPTED = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

function sizeOf(content: File | string): number {
  return typeof content === "string" ? new Blob([content]).size : content.size;
}

/** Chooses a file, or a table from the clipboard; offers samples to begin with. */
export function FileChoice({ bulk }: { bulk: Bulk }) {
  const { form, change, csv, mail } = bulk;
  const [isPasting, setPasting] = useState(false);
  const { source } = form;
  const files = source ? [{ key: String(source.id), name: source.name, size: sizeOf(source.content) }] : [];
  const choose = (name: string, content: File | string) => {
    setPasting(false);
    change({ type: "source", source: { name, content } });
  };
  return (
    <div className={styles.choice}>
      <FilePicker
        label="CSV file"
        hint={`Up to ${bulk.limits.MAX_CSV_RECIPIENTS.toLocaleString("en-US")} rows; the first row holds the headers`}
        multiple={false}
        accept={ACCEPTED}
        files={files}
        onAdd={([file]) => file && choose(file.name, file)}
        onRemove={() => change({ type: "source", source: null })}
        error={csv.error?.message}
      />
      <p className={styles.others}>
        <Button size="small" variant="text" onClick={() => setPasting(!isPasting)} aria-expanded={isPasting}>
          Paste from a spreadsheet
        </Button>
        <Link href="/sample.csv" download="sample.csv">
          sample.csv
        </Link>
        {mail && mail.variables.length > 0 && (
          <Button
            size="small"
            variant="text"
            onClick={() => download(`${mail.name} sample.csv`, sampleCsv(mail.variables))}
          >
            Sample for this template
          </Button>
        )}
      </p>
      {isPasting && <PasteTable onPaste={(text) => choose("Pasted table", text)} />}
    </div>
  );
}
