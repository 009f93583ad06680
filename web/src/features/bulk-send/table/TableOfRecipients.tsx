import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense, useCallback, useMemo } from "react";
import type { TableRow } from "../../../sending/tableRows.ts";
import { namesInTable } from "../form/sameForAll.ts";
import { tableHeaders } from "../form/typedTable.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./table.module.css";

// Nobody who sends a file needs the grid.
const TypedTable = lazy(() => import("./TypedTable.tsx"));

const NONE: readonly never[] = [];

interface Props {
  bulk: Bulk;
  rows: readonly TableRow[];
  /** Whether somebody has just been led here with what stands in it. */
  hasArrived: boolean;
}

/** The table of Bulk Send: a column for the addresses, and one for each variable that has a value for each person. */
export function TableOfRecipients({ bulk, rows, hasArrived }: Props) {
  const { mail, limits, store } = bulk;
  const { columnMap, sameForAll } = bulk.form;
  const headers = useMemo(
    () => tableHeaders(mail ? namesInTable({ columnMap, sameForAll }, mail) : []),
    [mail, columnMap, sameForAll],
  );
  const onChange = useCallback((next: readonly TableRow[]) => store({ type: "rows", rows: next }), [store]);
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={200} animation={false} />}>
      <TypedTable
        rows={rows}
        headers={headers}
        variables={mail?.variables ?? NONE}
        dateFormat={mail?.dateFormat ?? "iso"}
        maxRows={limits.MAX_CSV_RECIPIENTS}
        onChange={onChange}
        hasArrived={hasArrived}
      />
      {!mail && <p className={styles.hint}>Choose a template in step 1: its placeholders become columns.</p>}
    </Suspense>
  );
}
