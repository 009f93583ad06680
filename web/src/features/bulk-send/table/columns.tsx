import IconButton from "@mui/material/IconButton";
import type { DateFormat, TimeFormat, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import { X } from "lucide-react";
import type { Column } from "react-data-grid";
import { breakable } from "../../../components/breakable.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { ADDRESS, type TableRow, withCell } from "../../../sending/tableRows.ts";
import { CellEditor } from "./CellEditor.tsx";
import styles from "./table.module.css";

interface Formats {
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
}

interface Given {
  headers: readonly string[];
  variables: readonly Variable[];
  /** In which the mail shows its dates and times. */
  formats: Formats;
  /** On a phone: the address that stays in sight must leave room for what is written beside it. */
  isNarrow: boolean;
  /** By a row's id: the number that the check calls it by; absent for an empty one. */
  numbers: ReadonlyMap<number, number>;
  onDelete: (id: number) => void;
  /** More than one cell was pasted into the field of this one. */
  onBlock: (row: TableRow, header: string, text: string) => void;
}

/** A date and a time as a field for them writes them: Direct Send hands them over so. */
const DATE_FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;
const TIME_FROM_FIELD = /^\d{2}:\d{2}$/;

/** A date or time of a field as the mail will have it, anything else as it is. */
function inFormat(value: string, variable: Variable | null, { dateFormat, timeFormat }: Formats): string {
  if (variable?.type === "date" && DATE_FROM_FIELD.test(value)) {
    return formatDate(value, { format: dateFormat, order: "mdy" }).text;
  }
  return variable?.type === "time" && TIME_FROM_FIELD.test(value) ? formatTime(value, timeFormat).text : value;
}

/** Pixels; those of the addresses and the values are the least. */
const WIDTHS = { number: 48, address: 180, value: 130 };
/** Beside each other as many values as there is room for: four of them in the wider half that such a table gets. */
const CLOSE_WIDTHS = { number: 40, address: 164, value: 104 };
const NARROW_WIDTHS = { number: 36, address: 124, value: 120 };

/** The table's columns: the row's number, the addresses, one for each variable, a button to delete. */
export function tableColumns({
  headers,
  variables,
  formats,
  isNarrow,
  numbers,
  onDelete,
  onBlock,
}: Given): Column<TableRow>[] {
  const named = ({ id }: TableRow, rowIdx: number) => `row ${numbers.get(id) ?? `at line ${rowIdx + 1}`}`;
  const isClose = isNarrow || isWide(headers);
  const widths = isNarrow ? NARROW_WIDTHS : isClose ? CLOSE_WIDTHS : WIDTHS;
  return [
    {
      key: "number",
      name: "Row",
      width: widths.number,
      minWidth: widths.number,
      // It and the address stay in sight, however far at the right one writes: whose row it is must be seen.
      frozen: true,
      cellClass: styles.number,
      renderHeaderCell: () => <span className="unseen">Row</span>,
      renderCell: ({ row }) => numbers.get(row.id) ?? "",
    },
    ...headers.map((header): Column<TableRow> => {
      const variable = variables.find(({ name }) => name === header) ?? null;
      const isAddress = header === ADDRESS;
      // A time is one whichever way it is written; of a date the order may be asked.
      const begun = (value: string) => (variable?.type === "time" ? inFormat(value, variable, formats) : value);
      return {
        key: `cell ${header}`,
        name: header,
        frozen: isAddress,
        minWidth: isAddress ? widths.address : widths.value,
        ...(isAddress && { cellClass: styles.whose }),
        ...(isAddress && isClose && { width: widths.address }),
        renderHeaderCell: () => <PlaceholderChip name={header} type={variable?.type ?? "email"} />,
        renderCell: ({ row }) => {
          const value = row.cells.get(header) ?? "";
          return isAddress ? <span>{breakable(value)}</span> : inFormat(value, variable, formats);
        },
        renderEditCell: ({ row, rowIdx, onRowChange, onClose }) => (
          <CellEditor
            variable={variable}
            label={`${header} in ${named(row, rowIdx)}`}
            value={begun(row.cells.get(header) ?? "")}
            onChange={(value) => onRowChange(withCell(row, header, value))}
            onLeave={() => onClose(true, false)}
            onBlock={(text) => {
              onClose(false);
              onBlock(row, header, text);
            }}
          />
        ),
      };
    }),
    {
      key: "delete",
      name: "",
      width: 44,
      renderHeaderCell: () => <span className="unseen">Delete</span>,
      renderCell: ({ row, rowIdx, tabIndex }) =>
        numbers.has(row.id) && (
          <IconButton
            size="small"
            tabIndex={tabIndex}
            aria-label={`Delete ${named(row, rowIdx)}`}
            onClick={() => onDelete(row.id)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        ),
    },
  ];
}

/** Whether a table is too wide for half of a window. */
export function isWide(headers: readonly string[]): boolean {
  return headers.length > 3;
}

/** The header of what a column holds, null for the columns around. */
export function headerOf(column: { key: string } | undefined): string | null {
  return column?.key.startsWith("cell ") ? column.key.slice("cell ".length) : null;
}
