import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { SelectField } from "../../../components/SelectField.tsx";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./csv.module.css";
import { DELIMITER_CHOICES, ENCODING_CHOICES, readingLabel } from "./readingMessages.ts";

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
            <SelectField
              label="Column separator"
              value={given.reading.delimiter ?? ""}
              none="Auto-detect"
              options={DELIMITER_CHOICES}
              onChange={(delimiter) => reader.reread(given, { delimiter })}
            />
            {typeof given.content !== "string" && (
              <SelectField
                label="File encoding"
                value={given.reading.encoding ?? ""}
                none="Auto-detect"
                options={ENCODING_CHOICES}
                onChange={(encoding) => reader.reread(given, { encoding })}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
