import { pluralize } from "@sendwright/core/pluralize";
import type { EdgeRows } from "@sendwright/core/table/table";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import type { WorkbookFacts } from "../../../lib/lists/reading.ts";
import type { RawList } from "../form/sendForm.ts";
import type { FormFileReader } from "../list/useFileReader.ts";
import styles from "./steps.module.css";

/** A choice about the rows of one sheet means nothing in another. */
const OF_ANOTHER_SHEET = { headerRow: null, withAbove: false, withBelow: false };

/** Which sheet of a workbook was read and how, each with another choice. */
function WorkbookNotes({
  raw,
  workbook,
  reader,
}: {
  raw: RawList;
  workbook: WorkbookFacts;
  reader: FormFileReader;
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
            onChange={(name) => reader.reread(raw, { ...OF_ANOTHER_SHEET, sheet: name })}
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

/** The guesses and omissions while a list was read, with the other choices. */
export function ReadingNotes({ raw, reader }: { raw: RawList | null; reader: FormFileReader }) {
  if (!raw || reader.isReading) return null;
  const { facts, workbook } = raw;
  return (
    <>
      {workbook && <WorkbookNotes raw={raw} workbook={workbook} reader={reader} />}
      {facts.guesses.map(({ message, others }) => (
        <Notice
          key={message}
          action={others.map(({ word, reading: other }) => (
            <Button
              key={word}
              size="small"
              variant="text"
              color="secondary"
              onClick={() => reader.reread(raw, other)}
            >
              {word}
            </Button>
          ))}
        >
          {message}
        </Notice>
      ))}
      {facts.above && (
        <Edge
          side="above"
          rows={facts.above}
          onChange={(withAbove) => reader.reread(raw, { withAbove })}
        />
      )}
      {facts.below && (
        <Edge
          side="below"
          rows={facts.below}
          onChange={(withBelow) => reader.reread(raw, { withBelow })}
        />
      )}
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

interface EdgeProps {
  side: "above" | "below";
  rows: EdgeRows;
  onChange: (isIncluded: boolean) => void;
}

/**
 * Titles above the headers, or totals and notes below the list. One of them may be a person: "Not
 * part of the list: 1 row below the list (“Soma”)."
 */
function Edge({ side, rows: { count, texts, isIncluded }, onChange }: EdgeProps) {
  const named = texts.map((text) => `“${text}”`).join(", ");
  const more = count - texts.length;
  const where = side === "above" ? "above the headers" : "below the list";
  const are = isIncluded ? "Included" : "Not part of the list";
  const others = more > 0 ? ` and ${more} more` : "";
  return (
    <Notice
      action={
        <Button size="small" onClick={() => onChange(!isIncluded)}>
          {isIncluded ? "Leave out" : "Include"} the {count === 1 ? "row" : "rows"} {side}
        </Button>
      }
    >
      {`${are}: ${pluralize(count, "row")} ${where} (${named}${others}).`}
    </Notice>
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
