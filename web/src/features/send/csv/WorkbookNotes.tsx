import Button from "@mui/material/Button";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { pluralize } from "../../../lib/pluralize.ts";
import type { Raw, WorkbookFacts } from "../form/sendForm.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./csv.module.css";

/** Which sheet of a workbook was read and how, each with another choice. */
export function WorkbookNotes({ state: { form, reader } }: { state: SendFormState }) {
  const { raw } = form.people.now;
  if (!raw?.workbook || reader.isReading) return null;
  const { workbook, reading } = raw;
  const { sheets, sheet, example, language } = workbook;
  return (
    <>
      <div className={styles.overrides}>
        {sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet}
            options={sheets.map(({ name, isHidden }) => ({ value: name, word: isHidden ? `${name} (hidden)` : name }))}
            onChange={(name) => reader.reread(raw, { sheet: name, headerRow: null })}
          />
        )}
        {example !== null && (
          <SelectField
            label="Language of numbers and dates"
            value={language}
            options={languages(language)}
            onChange={(chosen) => reader.reread(raw, { language: chosen })}
            hint={`For example, ${example.text}`}
          />
        )}
      </div>
      <HiddenParts raw={raw} workbook={workbook} onChange={(withHidden) => reader.reread(raw, { withHidden })} />
      {reading.headerRow === null && notInList(workbook)}
    </>
  );
}

interface HiddenProps {
  raw: Raw;
  workbook: WorkbookFacts;
  onChange: (withHidden: boolean) => void;
}

/** Rows and columns that someone hid or filtered out: people may have been hidden because they get no email. */
function HiddenParts({ raw, workbook: { hidden }, onChange }: HiddenProps) {
  const { withHidden } = raw.reading;
  const columns =
    hidden.columns.length > 0 && `${pluralize(hidden.columns.length, "column")} (${hidden.columns.join(", ")})`;
  const parts = [hidden.rows > 0 && pluralize(hidden.rows, "row"), columns].filter((part) => part !== false);
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
      {withHidden ? "Included although hidden in the workbook" : "Hidden in the workbook and not included"}:{" "}
      {parts.join(" and ")}.
    </Notice>
  );
}

/** "Not part of the list: 2 rows above the headers, 1 row below the list."; null if everything is. */
function notInList({ above, below }: WorkbookFacts) {
  const parts = [
    above > 0 && `${pluralize(above, "row")} above the headers`,
    below > 0 && `${pluralize(below, "row")} below the list`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : <p className={styles.others}>Not part of the list: {parts.join(", ")}.</p>;
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
