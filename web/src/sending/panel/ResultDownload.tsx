import { AppError, type CsvDelimiter, type RowResult, type Send } from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import type { List } from "@sendwright/core/list/list";
import { RESULT_HEADERS } from "@sendwright/core/list/resultFile";
import { withResults } from "@sendwright/core/list/results";
import { pluralize } from "@sendwright/core/pluralize";
import { listRows } from "@sendwright/core/sends/joined";
import { NOT_INCLUDED, STATUS_WORDS, shownStatus } from "@sendwright/core/sends/statusWords";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { writtenWords } from "../../components/WrittenText.tsx";
import { download } from "../../lib/download.ts";
import { downloadWorkbook } from "../../lib/downloadWorkbook.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { readListFile } from "../../lib/lists/ListReader.ts";
import { LIST_FILES } from "../../lib/lists/listFiles.ts";
import { spreadsheetDelimiter } from "../../lib/spreadsheetDelimiter.ts";
import styles from "./SendPanel.module.css";

/** The person's own list of a send, whose columns the results are put beside. */
export interface OwnList {
  list: List;
  /** That of its file; null for one without. */
  delimiter: CsvDelimiter | null;
  /** Whether it is the list as it was sent, and not a file that was chosen again. */
  isSent: boolean;
}

interface Props {
  send: Send;
  results: readonly RowResult[];
  /** Null until you choose its file. */
  own: OwnList | null;
}

/**
 * Downloads the results of a send, beside all columns of your own list if it is there (rule:
 * results).
 */
export function ResultDownload({ send, results, own: sent }: Props) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const own = chosen?.own ?? sent;
  const people = results.filter(({ row }) => row <= listRows(send));
  const table = own ? withResults(own.list, people, own.isSent, ownColumns(people)) : null;
  const rows = table ? [table.headers, ...table.rows] : plainRows(results);
  const name = `${baseName(send, own)} results ${dayOf(new Date())}`;
  const saveCsv = () => {
    const [headers = [], ...cells] = rows;
    download(
      `${name}.csv`,
      writeCsv(headers, cells, { delimiter: own?.delimiter ?? spreadsheetDelimiter() }),
    );
  };
  const saveWorkbook = async () => {
    await downloadWorkbook(name, "Results", rows);
  };
  return (
    <>
      <Button size="small" onClick={() => void saveWorkbook()}>
        Download results as a workbook
      </Button>
      <Button size="small" variant="text" color="secondary" onClick={saveCsv}>
        Download results as CSV
      </Button>
      {!sent && (
        <Button
          size="small"
          variant="text"
          color="secondary"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          With all your columns
        </Button>
      )}
      {isChoosing && <OwnFile results={people} file={chosen?.file ?? null} onChange={setChosen} />}
    </>
  );
}

const cellsOf = (result: RowResult) => [
  STATUS_WORDS[shownStatus(result)],
  result.at === undefined ? "" : timeOf(new Date(result.at)),
  result.reason,
];
const { recipient: RECIPIENT, status: STATUS, time: TIME, details: DETAILS } = RESULT_HEADERS;

/** The recipient too: a list may have several columns of addresses. */
function ownColumns(results: readonly RowResult[]) {
  const files = fileColumn(results);
  return {
    headers: [RECIPIENT, STATUS, TIME, DETAILS, ...files],
    cellsOf: (result: RowResult) => [
      result.recipient,
      ...cellsOf(result),
      ...files.map(() => fileNames(result)),
    ],
    notIncluded: ["", NOT_INCLUDED],
  };
}

/** The header of the column of files; none if no row has a file of its own. */
function fileColumn(results: readonly RowResult[]): string[] {
  return results.some(({ files }) => files !== undefined) ? ["Files"] : [];
}

function fileNames({ files = [] }: RowResult): string {
  return files.join("; ");
}

/** The header of a column that isn't compared with names in lists: it may name several people. */
const WHO = "Who";

/** The results alone, in the words of the page, with the names of the people if there are any. */
export function plainRows(results: readonly RowResult[]): string[][] {
  const files = fileColumn(results);
  const who = results.some(({ name }) => name !== undefined) ? [WHO] : [];
  const rows = results.map((result) => {
    const [status = "", time = "", details = ""] = cellsOf(result);
    return [
      String(result.row),
      result.line === null ? "" : String(result.line),
      result.recipient,
      ...who.map(() => result.name ?? ""),
      status,
      details,
      time,
      ...files.map(() => fileNames(result)),
    ];
  });
  const headers = ["Row/N", "Line", RECIPIENT, ...who, STATUS, DETAILS, TIME, ...files];
  return [headers, ...rows];
}

const two = (n: number) => String(n).padStart(2, "0");

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** In this computer's zone, as spreadsheets read it. */
function timeOf(date: Date): string {
  return `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const MAX_NAME = 80;

/** The name of the list, else that of the email, as a file may be called. */
function baseName({ title }: Send, own: OwnList | null): string {
  const source = own?.list.source;
  const name =
    source?.kind === "file" ? source.name.replace(/\.[^.]*$/, "") : writtenWords(title ?? "Send");
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-").slice(0, MAX_NAME);
}

interface ChosenFile {
  file: File;
  own: OwnList;
}

interface OwnFileProps {
  results: readonly RowResult[];
  file: File | null;
  onChange: (chosen: ChosenFile | null) => void;
}

/** Chooses the file with the list of a send. It is read in the browser and not kept. */
function OwnFile({ results, file: chosen, onChange }: OwnFileProps) {
  const [error, setError] = useState<string | null>(null);
  const choose = async (file: File) => {
    setError(null);
    onChange(null);
    try {
      const found = { ...(await readListFile(file)), isSent: false };
      const { matched } = withResults(found.list, results, false, ownColumns(results));
      if (matched * 2 < results.length) {
        const few = matched === 0 ? "None" : `Only ${matched}`;
        const words = `${few} of the ${pluralize(results.length, "row")} in this send are in ${file.name}.`;
        throw new AppError("csv_unreadable", `${words} Choose the file with its list.`);
      }
      onChange({ file, own: found });
    } catch (cause) {
      setError(errorMessage(cause));
    }
  };
  return (
    <div className={styles.ownFile}>
      <FilePicker
        label="The file with your list"
        hint={`It stays in your browser. The downloads ${chosen ? "now" : "then"} have all its columns, with status, time and details next to them.`}
        multiple={false}
        accept={LIST_FILES}
        files={chosen ? [{ key: chosen.name, name: chosen.name, size: chosen.size }] : []}
        onAdd={([file]) => file && void choose(file)}
        onRemove={() => onChange(null)}
        error={error ?? undefined}
      />
    </div>
  );
}
