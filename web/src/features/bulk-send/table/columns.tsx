import IconButton from "@mui/material/IconButton";
import type { DateFormat, Variable } from "@sendwright/functions/contract";
import { formatDate } from "@sendwright/functions/core";
import { X } from "lucide-react";
import type { Column } from "react-data-grid";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { ADDRESS, type TableRow, withCell } from "../../../sending/tableRows.ts";
import { CellEditor } from "./CellEditor.tsx";
import styles from "./table.module.css";

interface Given {
  headers: readonly string[];
  variables: readonly Variable[];
  /** In which the mail shows its dates. */
  dateFormat: DateFormat;
  /** By a row's id: the number that the check calls it by; absent for an empty one. */
  numbers: ReadonlyMap<number, number>;
  onDelete: (id: number) => void;
  /** More than one cell was pasted into the field of this one. */
  onBlock: (row: TableRow, header: string, text: string) => void;
}

/** A date as a field for dates writes it: Direct Send hands it over so. */
const FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;

/** Takes such a date; gives it as the mail will have it. */
function inFormat(value: string, format: DateFormat): string {
  return formatDate(value, { format, order: "mdy" }).text;
}

/** Takes what the table holds; gives its columns: the row's number, the addresses, one for each variable, a button to delete. */
export function tableColumns({
  headers,
  variables,
  dateFormat,
  numbers,
  onDelete,
  onBlock,
}: Given): Column<TableRow>[] {
  const named = ({ id }: TableRow, rowIdx: number) => `row ${numbers.get(id) ?? `at line ${rowIdx + 1}`}`;
  return [
    {
      key: "number",
      name: "Row",
      width: 48,
      cellClass: styles.number,
      renderHeaderCell: () => <span className="unseen">Row</span>,
      renderCell: ({ row }) => numbers.get(row.id) ?? "",
    },
    ...headers.map((header): Column<TableRow> => {
      const variable = variables.find(({ name }) => name === header) ?? null;
      return {
        key: `cell ${header}`,
        name: header,
        minWidth: header === ADDRESS ? 180 : 130,
        renderHeaderCell: () => <PlaceholderChip name={header} type={variable?.type ?? "email"} />,
        renderCell: ({ row }) => {
          const value = row.cells.get(header) ?? "";
          return variable?.type === "date" && FROM_FIELD.test(value) ? inFormat(value, dateFormat) : value;
        },
        renderEditCell: ({ row, rowIdx, onRowChange, onClose }) => (
          <CellEditor
            variable={variable}
            label={`${header} in ${named(row, rowIdx)}`}
            value={row.cells.get(header) ?? ""}
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

/** Takes a column of the table; gives the header of what it holds, null for the columns around. */
export function headerOf(column: { key: string } | undefined): string | null {
  return column?.key.startsWith("cell ") ? column.key.slice("cell ".length) : null;
}
