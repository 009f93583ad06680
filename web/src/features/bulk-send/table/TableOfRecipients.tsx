import { lazy, Suspense, useCallback, useMemo } from "react";
import { Loading } from "../../../components/Loading.tsx";
import type { TableRow } from "../../../sending/tableRows.ts";
import { namesInTable } from "../form/sameForAll.ts";
import { tableHeaders } from "../form/typedTable.ts";
import type { Bulk } from "../useBulkSend.ts";
import type { FirstCell } from "./TypedTable.tsx";
import styles from "./table.module.css";

// Nobody who sends a file needs the grid.
const TypedTable = lazy(() => import("./TypedTable.tsx"));

const NONE: readonly never[] = [];

interface Props {
  bulk: Bulk;
  rows: readonly TableRow[];
  /** Where a person begins who has just come to it; null: nobody has. */
  begin: FirstCell | null;
}

/** The table of Bulk Send: a column for the addresses, and one for each variable that has a value for each person. */
export function TableOfRecipients({ bulk, rows, begin }: Props) {
  const { mail, limits, store } = bulk;
  const { columnMap, sameForAll } = bulk.form;
  const headers = useMemo(
    () => tableHeaders(mail ? namesInTable({ columnMap, sameForAll }, mail) : []),
    [mail, columnMap, sameForAll],
  );
  const onChange = useCallback((next: readonly TableRow[]) => store({ type: "rows", rows: next }), [store]);
  const onUndo = useCallback(() => store({ type: "undoTable" }), [store]);
  return (
    <Suspense fallback={<Loading what="the table" heights={[200]} />}>
      <TypedTable
        rows={rows}
        headers={headers}
        variables={mail?.variables ?? NONE}
        dateFormat={mail?.dateFormat ?? "iso"}
        timeFormat={mail?.timeFormat ?? "24hr"}
        maxRows={limits.MAX_CSV_RECIPIENTS}
        onChange={onChange}
        onUndo={onUndo}
        begin={begin}
      />
      {!mail && <p className={styles.hint}>Choose a template in step 1: its placeholders become columns.</p>}
    </Suspense>
  );
}
