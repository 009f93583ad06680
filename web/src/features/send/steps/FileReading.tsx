import { CSV_DELIMITERS, CSV_ENCODINGS } from "@sendwright/core/contract";
import { DELIMITER_NAMES, ENCODING_NAMES } from "@sendwright/core/csv/formatNames";
import { isFilled, type List } from "@sendwright/core/list/list";
import { pluralize } from "@sendwright/core/pluralize";
import { useId, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import type { RawList } from "../form/sendForm.ts";
import type { FormFileReader } from "../list/useFileReader.ts";
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

/** The lines that can be chosen as headers. */
const HEADER_LINES = Array.from({ length: 20 }, (_, index) => ({
  value: `${index + 1}`,
  word: `Line ${index + 1}`,
}));

interface DetectionProps {
  raw: RawList | null;
  list: List | null;
  reader: FormFileReader;
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
  if (reader.chosen?.content instanceof File && reader.chosen.content.size === 0)
    return <p className="hint">This file is empty.</p>;
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
              color="inherit"
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
          {isOpen && (
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
          )}
        </div>
      )}
    </div>
  );
}

interface CsvReadingProps {
  given: Pick<RawList, "of" | "content" | "reading">;
  reader: FormFileReader;
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
