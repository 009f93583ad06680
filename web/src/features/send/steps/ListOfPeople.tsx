import { isFilled, type Row } from "@sendwright/core/list/list";
import { earlierFilesOf, fileRowOf } from "@sendwright/core/list/listFiles";
import { withCommas } from "@sendwright/core/withCommas";
import { useMemo, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useIsNarrow } from "../../../components/useIsNarrow.ts";
import { useAfterPress } from "../../../lib/useAfterPress.ts";
import type { Correction } from "../../../sending/sendingEvents.ts";
import { useDontEmail } from "../../../sending/useDontEmail.ts";
import { ListDownloads } from "../check/CheckPanel.tsx";
import { AddPersonFiles, PersonFilesOfList, RowFilesOfList } from "../files/PersonFiles.tsx";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { ListTable } from "../table/ListTable.tsx";
import { SortAndFilter } from "../table/SortAndFilter.tsx";
import styles from "./steps.module.css";
import { useArrival } from "./useArrival.ts";

/** Until the email is known, dates and times show as their fields write them. */
const UNKNOWN_FORMATS = { dateFormat: "iso", timeFormat: "24hr" } as const;

/** How many are named at first, so that the table stays in view. */
const MAX_PEOPLE_NAMED = 5;

/**
 * The people of an earlier send who didn't get it, each with the reason, until they are corrected.
 */
export function Corrections({ people }: { people: readonly Correction[] }) {
  const [areAllShown, setAllShown] = useState(false);
  const place = useArrival("corrects");
  if (people.length === 0) return null;
  const wrong = people.filter(({ reason }) => reason !== "");
  const they = people.length === 1 ? "This person" : `These ${withCommas(people.length)} people`;
  const notYet = `${people.length === 1 ? "hasn't" : "haven't"} received this yet`;
  return (
    <div ref={place} className={styles.arrival} tabIndex={-1}>
      <Notice
        title={`${they} ${wrong.length > 0 ? "didn't receive this" : notYet}`}
        action={
          wrong.length > MAX_PEOPLE_NAMED && (
            <Button
              size="small"
              variant="text"
              color="inherit"
              aria-expanded={areAllShown}
              onClick={() => setAllShown(!areAllShown)}
            >
              {areAllShown ? "Show fewer" : `Show all ${withCommas(wrong.length)}`}
            </Button>
          )
        }
      >
        <ul>
          {wrong
            .slice(0, areAllShown ? undefined : MAX_PEOPLE_NAMED)
            .map(({ row, who, reason }) => (
              <li key={row}>
                <bdi>{who}</bdi>: {reason.replace(`: ${who}`, "")}
              </li>
            ))}
        </ul>
      </Notice>
    </div>
  );
}

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  mail: Email | null;
  people: ListOfForm;
  /** Shows the email of a row, and scrolls to it. */
  onLook: (row: number) => void;
  /** The cell of the first row to focus; null for none. */
  begin: "address" | "value" | null;
  /** Whether Send was clicked. */
  isAsked: boolean;
}

/** The list of the form, to read and edit. */
export function ListOfPeople({ form, change, mail, people, onLook, begin, isAsked }: Props) {
  const { list, filled, check, limit, listReader, rowFiles } = people;
  const isNarrow = useIsNarrow();
  const [filesRow, setFilesRow] = useState<number | null>(null);
  const [isAddingFiles, setAddingFiles] = useState(false);
  const { dontEmail } = useDontEmail();
  // The first change shows the button for Undo, above the cell that may be being pressed then.
  const canUndo = useAfterPress(form.people.past.length > 0);
  const { found, nameNote } = rowFiles;
  const filesOf = useMemo(
    () =>
      found === null || list === null
        ? null
        : (row: Row) =>
            found.ofRow
              .get(fileRowOf(row))
              ?.map((file) => ({ ...file, note: nameNote(fileRowOf(row), file.hash) })) ??
            earlierFilesOf(list, row)?.files ??
            [],
    [found, nameNote, list],
  );
  if (list === null) return null;
  const asked = new Set(
    check?.moments.flatMap(({ column, question }) => (question === null ? [] : column)),
  );
  const hasFilesPanel = isAddingFiles || rowFiles.files.files.length > 0;
  const show = (row: number) => change({ type: "preview", row });
  return (
    <>
      {hasFilesPanel && (
        <PersonFilesOfList list={list} rowFiles={rowFiles} onClose={() => setAddingFiles(false)} />
      )}
      <SortAndFilter
        list={list}
        change={(step) => change({ type: "list", change: step })}
        askedElsewhere={asked}
        reader={listReader}
        copies={[form.copies.cc, form.copies.bcc].join(", ")}
      >
        {!hasFilesPanel && list.rows.some(isFilled) && (
          <AddPersonFiles onClick={() => setAddingFiles(true)} />
        )}
      </SortAndFilter>
      <ListTable
        list={list}
        check={check}
        variables={mail?.variables ?? []}
        formats={mail ?? UNKNOWN_FORMATS}
        limit={limit}
        change={(step) => change({ type: "list", change: step })}
        onUndo={canUndo ? () => change({ type: "undo" }) : null}
        shownRow={form.previewRow}
        onShow={show}
        // Scrolls to the email only if it isn't in view already.
        onLook={isNarrow ? onLook : show}
        filesOf={filesOf}
        onFiles={(id) => {
          const row = list.rows.find((one) => one.id === id);
          if (row) setFilesRow(fileRowOf(row));
        }}
        onDontEmail={dontEmail}
        begin={begin}
        isAsked={isAsked}
        asEarlier={people.asEarlier}
      />
      {filesRow !== null && (
        <RowFilesOfList
          list={list}
          rowFiles={rowFiles}
          row={filesRow}
          onClose={() => setFilesRow(null)}
        />
      )}
      {filled && (
        <ListDownloads
          list={filled}
          check={check}
          delimiter={form.people.now.raw?.delimiter ?? null}
        />
      )}
    </>
  );
}
