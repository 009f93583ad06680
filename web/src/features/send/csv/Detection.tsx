import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { SelectField } from "../../../components/SelectField.tsx";
import type { Raw } from "../form/sendForm.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./csv.module.css";
import { DELIMITER_CHOICES, ENCODING_CHOICES, isWorkbookName, readingLabel } from "./readingMessages.ts";

/** The lines of a sheet that can be chosen as headers. */
const HEADER_LINES = Array.from({ length: 20 }, (_, index) => ({ value: `${index + 1}`, word: `Line ${index + 1}` }));

/** Says how the file was read, and offers to read it another way. Open immediately if the file can't be read. */
export function Detection({ state }: { state: SendFormState }) {
  const { form, filled, reader } = state;
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const { raw } = form.people.now;
  // A file that can't be read may be readable another way.
  const given = reader.chosen ? { ...reader.chosen, of: reader.chosen.source } : raw;
  if (reader.isReading || (!given && !filled)) return null;
  const isOpen = isOpened || reader.error !== null;
  return (
    <div>
      {filled && reader.error === null && (
        <p className={styles.detected}>
          {readingLabel(raw?.label ?? filled.source.name, filled)}
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
            {isWorkbookName(given.of.name) ? (
              <SelectField
                label="Headers are in"
                value={String(given.reading.headerRow ?? "")}
                none="Auto-detect"
                options={HEADER_LINES}
                onChange={(line) => reader.reread(given, { headerRow: line === null ? null : Number(line) })}
              />
            ) : (
              <CsvReading given={given} reader={reader} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

interface CsvReadingProps {
  given: Pick<Raw, "of" | "content" | "reading">;
  reader: SendFormState["reader"];
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
