import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { SelectField } from "../../../components/SelectField.tsx";
import { isTyped } from "../form/typedTable.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./csv.module.css";
import { FirstRows } from "./FirstRows.tsx";
import { DELIMITER_CHOICES, ENCODING_CHOICES, readingLabel } from "./readingMessages.ts";

/** Says how the file was read, and lets a person say it better. Open at once when the file could not be read. */
export function Detection({ bulk }: { bulk: Bulk }) {
  const { form, change, csv } = bulk;
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  if (!form.source || csv.isReading || isTyped(form.source.content)) return null;
  const isOpen = isOpened || csv.error !== null;
  const isFile = typeof form.source.content !== "string";
  return (
    <div>
      {csv.table && (
        <p className={styles.detected}>
          {readingLabel(csv.table)}
          <Button
            size="small"
            variant="text"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpened(!isOpen)}
          >
            {isOpen ? "Hide" : "Look at it"}
          </Button>
        </p>
      )}
      <div id={id} className={styles.reading} hidden={!isOpen}>
        <div className={styles.overrides}>
          <SelectField
            label="Columns are separated by"
            value={form.reading.delimiter ?? ""}
            none="What was detected"
            options={DELIMITER_CHOICES}
            onChange={(delimiter) => change({ type: "reading", reading: { delimiter } })}
          />
          {isFile && (
            <SelectField
              label="Letters look wrong? Read them as"
              value={form.reading.encoding ?? ""}
              none="What was detected"
              options={ENCODING_CHOICES}
              onChange={(encoding) => change({ type: "reading", reading: { encoding } })}
            />
          )}
        </div>
        {csv.table && <FirstRows table={csv.table} edits={form.rowEdits} />}
      </div>
    </div>
  );
}
