import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { idsInEmail } from "@sendwright/core/check/joinedRows";
import type { CheckResult } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { readBlock } from "@sendwright/core/csv/block";
import type { Formats } from "@sendwright/core/dates/formats";
import { largest } from "@sendwright/core/largest";
import { type Paste, type PasteResult, pasteBlock } from "@sendwright/core/list/cells";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import {
  asCell,
  type Cell,
  type List,
  type ListSource,
  textIn,
  withoutExcluded,
} from "@sendwright/core/list/list";
import { pluralize } from "@sendwright/core/pluralize";
import { Undo2 } from "lucide-react";
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/Button.tsx";
import { DontEmail } from "../../../components/DontEmail.tsx";
import { Filters } from "../../../components/Filters.tsx";
import { Loading } from "../../../components/Loading.tsx";
import { later, preloadAll } from "../../../components/later.tsx";
import { PHONE } from "../../../components/useIsPhone.ts";
import { useDeepStable, useStable } from "../../../lib/useStable.ts";
import { blankForEveryone, isInOtherRow, isInSharedEmail, skippedWith } from "../check/findings.ts";
import { useProblemFinder } from "../check/goToCheck.ts";
import { CardTable } from "./CardTable.tsx";
import { skipMessage, useChangeNotice, writtenMessage } from "./changeNotice.ts";
import { findProblem } from "./findProblem.ts";
import type { TablePlace } from "./GridTable.tsx";
import type { FirstCell } from "./gridSelection.ts";
import type { FilesOf } from "./RowFileButton.tsx";
import type { RowAction } from "./rowView.ts";
import {
  type ActiveFilter,
  blankViews,
  chosenNow,
  filterCounts,
  filtered,
  type RowView,
  rowsToAdd,
  rowViews,
  type StateFilter,
  type ViewCache,
  withShown,
} from "./rowView.ts";
import { isWideTable, neededColumns, shownColumns } from "./shownColumns.ts";
import styles from "./table.module.css";

export const GridTable = later(
  () => import("./GridTable.tsx"),
  <Loading what="the table" heights={[200]} />,
);

/** Loads the grid before someone needs it. A phone shows cards and needs none. */
export function preloadGrid(): void {
  if (!window.matchMedia(PHONE).matches) preloadAll([GridTable]);
}

export interface ListTableProps {
  list: List;
  /** Of this list or, for a moment, of the previous one. */
  check: CheckResult | null;
  /** The placeholders of the email. */
  variables: readonly Variable[];
  formats: Formats;
  /** The most rows of one send. */
  limit: number;
  /** Each call is one undo step. */
  change: (change: ListChange) => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  /** The id of the row whose email the preview shows. */
  shownRow: number | null;
  /** The preview follows the table to another row. */
  onShow: (id: number) => void;
  /** You asked for the email of a row. */
  onLook: (id: number) => void;
  /** Null if no row has a file of its own. */
  filesOf: FilesOf | null;
  /** You want to change the files of a row. */
  onFiles: (id: number) => void;
  /**
   * Adds someone to the list of people you don't email; absent where that isn't possible.
   */
  onDontEmail?: (address: string) => void;
  /** Where the focus goes if the table appears with a click; null: nowhere. */
  begin: FirstCell | null;
  /** Whether Send was clicked, so that what isn't filled in yet is an error. */
  isAsked: boolean;
  /** The rows (by id) whose people would get exactly the email that they have; none if absent. */
  asEarlier?: ReadonlySet<number>;
}

const EMPTY_MESSAGES = {
  fix: "Nothing to fix.",
  check: "Nothing to check.",
  fill: "Nothing to fill in.",
  ready: "No row is ready yet.",
  joined: "No row is part of another row's email.",
  skipped: "No row is skipped.",
  all: "",
};

function decided(
  list: List,
  { id, header, answer }: Extract<RowAction, { type: "decide" }>,
): ListChange {
  if (answer === "keep_shifted") return { type: "keepShifted", ids: [id] };
  if (answer === "split") return { type: "split", ids: [id] };
  if (answer !== "as_typed") return { type: "repeat", id, isKept: answer === "send" };
  const row = list.rows.find((one) => one.id === id);
  return { type: "asTyped", texts: row ? [textIn(list, row, header).trim()] : [] };
}

/**
 * Whether the window is a phone's. When it becomes one, or no longer is, the text that someone is
 * typing is kept before its field goes.
 */
function useNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(PHONE).matches);
  useEffect(() => {
    const media = window.matchMedia(PHONE);
    const change = () => {
      const field = document.activeElement;
      if (field?.matches("input, textarea, select") && box.current?.contains(field))
        (field as HTMLElement).blur();
      setNarrow(media.matches);
    };
    setNarrow(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, [box]);
  return isNarrow;
}

/** The list as a table, from any source: to review, fix and edit (rule: the list). */
export function ListTable(props: ListTableProps) {
  const { list, check, variables, limit, change, onUndo, shownRow, onShow, onLook, begin } = props;
  const { isAsked, asEarlier } = props;
  const hint = useId();
  const formats = useDeepStable(props.formats);
  const place = useRef<TablePlace>(null);
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box);
  const [hasChosen, setHasChosen] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const [chosen, setChosen] = useState<(ActiveFilter & Pick<List, "source">) | null>(null);
  const [cache] = useState<ViewCache>(() => new WeakMap());
  const [marked] = useState(() => new WeakMap<RowView, RowView>());
  const lists = useListCount(list.source);
  const { notice, showNotice } = useChangeNotice(list);

  const { columns: all, mapping, several } = list;
  const every = useMemo(
    () => shownColumns({ columns: all, mapping, ...(several && { several }) }, variables),
    [all, mapping, several, variables],
  );
  const needed = useMemo(() => neededColumns(every), [every]);
  const columns = isAll ? every : needed;
  const headers = useMemo(() => columns.map(({ header }) => header), [columns]);
  // Rows that aren't included don't appear.
  const included = useMemo(() => withoutExcluded(list), [list]);
  const viewing = useMemo(
    () => ({ check, limit, variables, isAsked, ...(asEarlier && { asEarlier }) }),
    [check, limit, variables, isAsked, asEarlier],
  );
  const plain = useMemo(
    () => rowViews({ ...viewing, list: included, headers }, cache),
    [viewing, included, headers, cache],
  );
  const ofEmail = useMemo(
    () => (shownRow === null ? new Set<number>() : idsInEmail(check, shownRow)),
    [check, shownRow],
  );
  const views = useMemo(() => withShown(plain, ofEmail, marked), [plain, ofEmail, marked]);
  const blank = useMemo(() => blankViews(list, limit), [list, limit]);
  const current = chosen?.source === list.source ? chosen : null;
  const isFixing = current?.filter === "fix" || current?.filter === "check";
  // Until then no row is ready, and counts would read as problems.
  const isWaiting = check !== null && blankForEveryone(check, variables).length > 0;
  const { shown, more } = useMemo(() => filtered(views, current), [views, current]);
  const drawn = useMemo(
    () => (current === null ? [...shown, ...blank] : shown),
    [current, shown, blank],
  );

  const choose = (filter: StateFilter | null) => {
    setHasChosen(true);
    setChosen(filter === null ? null : { ...chosenNow(filter, views), source: list.source });
  };
  const undo = useStable(() => {
    if (onUndo === null) return;
    flushSync(onUndo);
    // The focus is lost if its button has disappeared.
    if (document.activeElement === document.body) place.current?.focus();
  });
  const numberOf = (id: number) => views.find((view) => view.id === id)?.n ?? null;
  const onCells = useStable((cells: { id: number; header: string; cell: Cell }[]) => {
    const add = largest(cells.map(({ id }) => rowsToAdd(list, id)));
    // Leaving a blank row blank changes nothing.
    if (add > 0 && cells.every(({ cell }) => cell === "")) return;
    const written: ListChange = { type: "cells", cells, ...(add > 0 && { add }) };
    if (list.rows.some(({ id, skipped }) => skipped && cells.some((cell) => cell.id === id)))
      showNotice(writtenMessage(list, applyChange(list, written), numberOf));
    change(written);
  });
  const onBlock = useStable((id: number, header: string, text: string) => {
    const block = readBlock(text).map((line) => line.map(asCell));
    const add = rowsToAdd(list, id);
    const ids = current === null && included === list ? null : drawn.map((view) => view.id);
    const paste: Paste = {
      type: "paste",
      id,
      header,
      block,
      limit,
      headers,
      ...(add > 0 && { add }),
      ...(ids !== null && { ids }),
    };
    const result = pasteBlock(list, paste);
    const left = pasteMessage(result, { limit, isFiltered: ids !== null });
    showNotice([left, writtenMessage(list, result.list, numberOf)].filter(Boolean).join(" "));
    change(paste);
  });
  const act = useStable((action: RowAction) => {
    const { id } = action;
    switch (action.type) {
      case "show":
        if (id !== shownRow) onShow(id);
        return;
      case "look":
        return onLook(id);
      case "files":
        return props.onFiles(id);
      case "skip": {
        const ids = check ? skippedWith(check, list, id) : [id];
        const address = check?.rows.find((row) => row.id === id)?.address ?? null;
        const isShared = check !== null && isInSharedEmail(check, id);
        // Who is in other rows too is more likely meant without this one than not at all.
        const isElsewhere = check !== null && isInOtherRow({ list, check }, ids, address);
        const skipped = props.onDontEmail && !isElsewhere ? address : null;
        const count = ids.length;
        showNotice(
          skipMessage({ n: numberOf(id), count, isShared, isOffered: skipped !== null }),
          true,
          skipped,
        );
        return change({ type: "skip", ids, as: "by_hand" });
      }
      case "restore":
        return change({ type: "restore", ids: [id] });
      case "remove":
        showNotice(`Row ${numberOf(id)} is deleted.`, true);
        return change({ type: "delete", ids: [id] });
      case "decide":
        return change(decided(list, action));
      case "use":
        return onCells([{ id, header: action.header, cell: asCell(action.suggestion) }]);
    }
  });

  useProblemFinder((kinds) => {
    const found = findProblem(views, headers, kinds);
    if (found === null) return null;
    if (current !== null && !current.ids.has(found.id))
      flushSync(() =>
        choose(found.state === "fix" || found.state === "check" ? found.state : null),
      );
    return place.current?.goTo(found.id, found.header) ?? null;
  });

  // A grid whose script came after the click would move the page away from what you do by then.
  const [isInTime] = useState(() => isNarrow || GridTable.isLoaded());
  const Table = isNarrow ? CardTable : GridTable;
  return (
    <div ref={box} className={styles.table} data-wide={isAll && isWideTable(every.length)}>
      <div className={styles.bar}>
        {!(isWaiting && current === null) && (
          <Filters
            label="Show rows"
            value={current?.filter ?? null}
            total={views.filter(({ n }) => n !== null).length}
            kinds={filterCounts(views)}
            onChange={choose}
          />
        )}
        {onUndo !== null && (
          <Button
            size="small"
            startIcon={<Undo2 size={14} aria-hidden />}
            aria-label="Undo the last change"
            onClick={undo}
          >
            Undo
          </Button>
        )}
        {needed.length < every.length && (
          <FormControlLabel
            className={styles.switch ?? ""}
            control={<Switch size="small" checked={isAll} onChange={(_, isOn) => setIsAll(isOn)} />}
            label={`Show all ${every.length} columns`}
          />
        )}
      </div>
      {!isNarrow && (
        <p id={hint} className="hint">
          {isFixing
            ? "Press Enter for the next problem, F2 to edit, or Ctrl+Enter to use the suggestion. Type to replace a value."
            : "Type, or paste cells from a spreadsheet. Press Tab for the next cell, Enter for the next row, or Ctrl+Z to undo. To leave the table, press Ctrl+End, then Tab."}
        </p>
      )}
      {more > 0 && current !== null && (
        <Button
          size="small"
          variant="text"
          color="inherit"
          onClick={() => {
            flushSync(() => choose(current.filter));
            place.current?.focus();
          }}
        >
          Show {pluralize(more, "more row")}
        </Button>
      )}
      {drawn.length === 0 ? (
        <p className={`hint ${styles.none}`}>{EMPTY_MESSAGES[current?.filter ?? "all"]}</p>
      ) : (
        <Table
          // Another list, or another part of it, starts at its top.
          key={`${lists} ${current?.filter}`}
          ref={place}
          list={list}
          columns={columns}
          formats={formats}
          filesOf={props.filesOf}
          onCells={onCells}
          onBlock={onBlock}
          hint={hint}
          views={drawn}
          isFixing={isFixing}
          act={act}
          onUndo={undo}
          begin={hasChosen || lists > 1 || !isInTime ? null : begin}
        />
      )}
      <div className={styles.message}>
        <p className="hint" role="status">
          {notice?.message}
        </p>
        {notice?.isUndoable && onUndo !== null && (
          <Button size="small" variant="text" onClick={undo}>
            Undo
          </Button>
        )}
        {notice && props.onDontEmail && notice.skipped !== null && (
          <DontEmail address={notice.skipped} onClick={props.onDontEmail} />
        )}
      </div>
    </div>
  );
}

/** Says which part of a pasted block didn't fit; "" if all of it did. */
function pasteMessage(
  { rowsLeft, columnsLeft }: Pick<PasteResult, "rowsLeft" | "columnsLeft">,
  { limit, isFiltered }: { limit: number; isFiltered: boolean },
): string {
  const words: string[] = [];
  if (rowsLeft > 0) {
    const were = rowsLeft === 1 ? "was" : "were";
    const why = isFiltered
      ? "there are no more rows here. To add rows, show and include all."
      : `the table can have ${pluralize(limit, "row")} at most.`;
    words.push(`${pluralize(rowsLeft, "row")} ${were} not pasted: ${why}`);
  }
  if (columnsLeft > 0) {
    const were = columnsLeft === 1 ? "was" : "were";
    words.push(`${pluralize(columnsLeft, "column")} didn't fit and ${were} not pasted.`);
  }
  return words.join(" ");
}

/**
 * How many lists the table has shown. Edits keep a list's identity; each reading creates a new one.
 */
function useListCount(source: ListSource): number {
  const [seen, setSeen] = useState({ source, count: 1 });
  if (seen.source === source) return seen.count;
  setSeen({ source, count: seen.count + 1 });
  return seen.count + 1;
}
