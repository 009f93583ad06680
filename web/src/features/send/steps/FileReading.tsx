import Button from "@mui/material/Button";
import { CSV_DELIMITERS, CSV_ENCODINGS } from "@sendwright/core/contract";
import { DELIMITER_NAMES, ENCODING_NAMES } from "@sendwright/core/csv/columns";
import { isFilled, type List } from "@sendwright/core/list/list";
import { useId, useState } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import type { ReadingFacts, WorkbookFacts } from "../../../lib/lists/reading.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import type { RawList } from "../form/sendForm.ts";
import type { FileReader } from "../list/useListReader.ts";
import styles from "./steps.module.css";

const DELIMITER_CHOICES = CSV_DELIMITERS.map((value) => ({ value, word: DELIMITER_NAMES[value] }));
const ENCODING_CHOICES = CSV_ENCODINGS.map((value) => ({ value, word: ENCODING_NAMES[value] }));

function isWorkbookName(name: string): boolean {
  return /\.(xlsx|xlsm|xls|ods)$/i.test(name);
}

/**
 * How a list was read (or its name) and its size, including rows that aren't sent: `Semicolon,
 * Windows-1252 · 2 rows · 5 columns`.
 */
export function readingLabel(label: string, { rows, beyond, columns }: List): string {
  const count = rows.filter(isFilled).length + beyond;
  return [label, pluralize(count, "row"), pluralize(columns.length, "column")].join(" · ");
}

/** Which sheet of a workbook was read and how, each with another choice. */
function WorkbookNotes({
  raw,
  workbook,
  reader,
}: {
  raw: RawList;
  workbook: WorkbookFacts;
  reader: FileReader;
}) {
  const { sheets, sheet, example, language } = workbook;
  return (
    <>
      <div className={styles.overrides}>
        {sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet}
            options={sheets.map(({ name, isHidden }) => ({
              value: name,
              word: isHidden ? `${name} (hidden)` : name,
            }))}
            onChange={(name) => reader.reread(raw, { sheet: name, headerRow: null })}
          />
        )}
        {example !== null && (
          <SelectField
            label="Language of numbers and dates"
            value={language}
            options={languages(language)}
            onChange={(chosen) => reader.reread(raw, { language: chosen })}
            hint={`For example, ${example}`}
          />
        )}
      </div>
      <HiddenParts
        raw={raw}
        workbook={workbook}
        onChange={(withHidden) => reader.reread(raw, { withHidden })}
      />
    </>
  );
}

/** What was guessed or left out while a list was read, with the other choices. */
export function ReadingNotes({ raw, reader }: { raw: RawList | null; reader: FileReader }) {
  if (!raw || reader.isReading) return null;
  const { facts, workbook, reading } = raw;
  return (
    <>
      {workbook && <WorkbookNotes raw={raw} workbook={workbook} reader={reader} />}
      {facts.guesses.map(({ message, others }) => (
        <Notice key={message} variant="info">
          <p>{message}</p>
          <div className={styles.guess}>
            {others.map(({ word, reading: other }) => (
              <Button
                key={word}
                size="small"
                variant="text"
                onClick={() => reader.reread(raw, other)}
              >
                {word}
              </Button>
            ))}
          </div>
        </Notice>
      ))}
      {reading.headerRow === null && notInList(facts)}
    </>
  );
}

interface HiddenProps {
  raw: RawList;
  workbook: WorkbookFacts;
  onChange: (withHidden: boolean) => void;
}

/**
 * Rows and columns that someone hid or filtered out: people may have been hidden because they get
 * no email.
 */
function HiddenParts({ raw, workbook: { hidden }, onChange }: HiddenProps) {
  const { withHidden } = raw.reading;
  const columns =
    hidden.columns.length > 0 &&
    `${pluralize(hidden.columns.length, "column")} (${hidden.columns.join(", ")})`;
  const parts = [hidden.rows > 0 && pluralize(hidden.rows, "row"), columns].filter(
    (part) => part !== false,
  );
  if (parts.length === 0) return null;
  return (
    <Notice
      variant={withHidden ? "info" : "warning"}
      action={
        <Button size="small" onClick={() => onChange(!withHidden)}>
          {withHidden ? "Don't include them" : "Include them"}
        </Button>
      }
    >
      {withHidden
        ? "Included although hidden in the workbook"
        : "Hidden in the workbook and not included"}
      : {parts.join(" and ")}.
    </Notice>
  );
}

/**
 * "Not part of the list: 2 rows above the headers, 1 row below the list."; null if everything is.
 */
function notInList({ above, below }: ReadingFacts) {
  const parts = [
    above > 0 && `${pluralize(above, "row")} above the headers`,
    below > 0 && `${pluralize(below, "row")} below the list`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : (
    <p className="hint">Not part of the list: {parts.join(", ")}.</p>
  );
}

const LANGUAGES = ["en-US", "en-GB", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"];

/** The languages to choose from, in English, with the chosen one and the browser's own. */
function languages(chosen: string): { value: string; word: string }[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return [...new Set([chosen, ...navigator.languages, ...LANGUAGES])].map((value) => ({
    value,
    word: names.of(value) ?? value,
  }));
}

/** The lines that can be chosen as headers. */
const HEADER_LINES = Array.from({ length: 20 }, (_, index) => ({
  value: `${index + 1}`,
  word: `Line ${index + 1}`,
}));

interface DetectionProps {
  raw: RawList | null;
  list: List | null;
  reader: FileReader;
}

/**
 * Says how the file was read, and offers to read it another way. Open immediately if the file can't
 * be read.
 */
export function Detection({ raw, list, reader }: DetectionProps) {
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  // A file that can't be read may be readable another way.
  const given = reader.chosen ? { ...reader.chosen, of: reader.chosen.source } : raw;
  if (reader.isReading || (!given && !list)) return null;
  const isOpen = isOpened || reader.error !== null;
  // Only a file that couldn't be read is known by its name alone.
  const isWorkbook = reader.chosen
    ? isWorkbookName(reader.chosen.source.name)
    : (raw?.workbook ?? null) !== null;
  return (
    <div>
      {list && reader.error === null && (
        <p className={styles.detected}>
          {readingLabel(raw?.label ?? list.source.name, list)}
          {given && (
            <Button
              size="small"
              variant="text"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpened(!isOpen)}
            >
              {isOpen ? "Hide" : "Read it another way"}
            </Button>
          )}
        </p>
      )}
      {given && (
        <div id={id} className={styles.reading} hidden={!isOpen}>
          <div className={styles.overrides}>
            <SelectField
              label="Headers are in"
              value={String(given.reading.headerRow ?? "")}
              none="Auto-detect"
              options={HEADER_LINES}
              onChange={(line) =>
                reader.reread(given, { headerRow: line === null ? null : Number(line) })
              }
            />
            {!isWorkbook && <CsvReading given={given} reader={reader} />}
          </div>
        </div>
      )}
    </div>
  );
}

interface CsvReadingProps {
  given: Pick<RawList, "of" | "content" | "reading">;
  reader: FileReader;
}

function CsvReading({ given, reader }: CsvReadingProps) {
  const { content, reading } = given;
  return (
    <>
      <SelectField
        label="Column separator"
        value={reading.delimiter ?? ""}
        none="Auto-detect"
        options={DELIMITER_CHOICES}
        onChange={(delimiter) => reader.reread(given, { delimiter })}
      />
      {typeof content !== "string" && (
        <SelectField
          label="File encoding"
          value={reading.encoding ?? ""}
          none="Auto-detect"
          options={ENCODING_CHOICES}
          onChange={(encoding) => reader.reread(given, { encoding })}
        />
      )}
    </>
  );
}
