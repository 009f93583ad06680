import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { sampleCsv } from "@sendwright/core/csv/write";
import { useRef, useState } from "react";
import { useConfirm } from "../../../components/Confirm.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { FilePicker } from "../../../components/FilePicker.tsx";
import { download } from "../../../lib/download.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import { isFilled } from "../../../sending/tableRows.ts";
import { isTyped } from "../form/typedTable.ts";
import { BringBack } from "../steps/BringBack.tsx";
import { Corrections } from "../steps/Corrections.tsx";
import { TableOfRecipients } from "../table/TableOfRecipients.tsx";
import type { Bulk } from "../useBulkSend.ts";
import type { TakenOver } from "../useTakeOver.ts";
import styles from "./csv.module.css";
import { PasteTable } from "./PasteTable.tsx";

const ACCEPTED = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

const DISCARD = {
  title: "Discard the table?",
  text: "What stands in the table is on this page only.",
  action: "Discard it",
  cancel: "Keep the table",
};
/** What is asked before a typed table gives way to something else. */
const REPLACE = {
  title: "Replace the table you typed?",
  text: "What stands in the table is on this page only.",
  action: "Replace it",
  cancel: "Keep the table",
};

function sizeOf(content: File | string): number {
  return typeof content === "string" ? new Blob([content]).size : content.size;
}

/** Where the people are who have come from Direct Send, at least two. */
function arrivedMessage(people: number): string {
  const who = people === 2 ? "The two people" : `The ${people} people`;
  return `${who} from Direct Send are in a table now: each row has values of its own.`;
}

/** Chooses a file, or a table from the clipboard; offers samples to begin with. `arrived`: the table that came from Direct Send. */
export function FileChoice({ bulk, arrived }: { bulk: Bulk; arrived: TakenOver | null }) {
  const { form, change, csv, mail } = bulk;
  const [isPasting, setPasting] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  const { source } = form;
  const typed = source && isTyped(source.content) ? source.content : null;
  const files =
    source && !isTyped(source.content)
      ? [{ key: String(source.id), name: source.name, size: sizeOf(source.content) }]
      : [];
  const choose = async (name: string, content: File | string) => {
    if (typed?.some(isFilled) && !(await confirm(REPLACE))) return;
    setPasting(false);
    change({ type: "source", source: { name, content } });
  };
  const toTable = async () => {
    if (typed === null) {
      setBegun(true);
      return change({ type: "rows", rows: [] });
    }
    if (!typed.some(isFilled) || (await confirm(DISCARD))) change({ type: "source", source: null });
  };
  const { awaited } = form;
  const hint = awaited
    ? `Choose ${awaited.file.name} again: what was done to it comes back with it`
    : `Up to ${bulk.limits.MAX_CSV_RECIPIENTS.toLocaleString("en-US")} rows; the first row holds the headers`;
  const begin = arrived ? "value" : hasBegun ? "address" : null;
  return (
    <div className={styles.choice}>
      <div ref={picker}>
        <FilePicker
          label="CSV file"
          hint={hint}
          multiple={false}
          accept={ACCEPTED}
          files={files}
          onAdd={([file]) => file && void choose(file.name, file)}
          onRemove={() => change({ type: "source", source: null })}
          error={csv.error?.message}
        />
      </div>
      <p className={styles.others}>
        <Button size="small" variant="text" onClick={() => setPasting(!isPasting)} aria-expanded={isPasting}>
          Paste from a spreadsheet
        </Button>
        <Button size="small" variant="text" onClick={() => void toTable()} aria-expanded={typed !== null}>
          {typed === null ? "Type a table" : "Discard the table"}
        </Button>
        <BringBack
          bulk={bulk}
          place={isTyped(form.asides.csv?.source?.content) ? null : picker}
          onBring={() => setBegun(true)}
        />
        <Link href="/sample.csv" download="sample.csv">
          sample.csv
        </Link>
        {mail && mail.variables.length > 0 && (
          <Button
            size="small"
            variant="text"
            onClick={() => download(`${mail.name} sample.csv`, sampleCsv(mail.variables, spreadsheetDelimiter()))}
          >
            Sample for this template
          </Button>
        )}
      </p>
      {arrived && <Notice>{arrivedMessage(arrived.people)}</Notice>}
      {typed && <Corrections people={form.corrects?.people ?? []} />}
      {source && typed && <TableOfRecipients key={source.id} bulk={bulk} rows={typed} begin={begin} />}
      {isPasting && <PasteTable onPaste={(text) => void choose("Pasted table", text)} />}
    </div>
  );
}
