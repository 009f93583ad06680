import type { Formats } from "@sendwright/core/dates/formats";
import { asCell, type Cell, cellText } from "@sendwright/core/list/list";
import { COPY_WORDS } from "@sendwright/core/recipients/copies";
import { Ban, RotateCcw, X } from "lucide-react";
import { type CellRendererProps, type Column, Cell as GridCell } from "react-data-grid";
import { IconButton } from "../../../components/Button.tsx";
import { breakable } from "../../../components/breakable.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { CellEditor, CellProblems } from "./Cell.tsx";
import type { GridWidths } from "./gridWidths.ts";
import { type FilesOf, RowFileButton } from "./RowFileButton.tsx";
import {
  type CellProblem,
  cellAt,
  isOpenProblem,
  type OnRowAction,
  originalText,
  type RowView,
} from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import { editedText, shownText } from "./shownColumns.ts";
import styles from "./table.module.css";

/**
 * A row as the grid holds it: includes a cell that is being edited or filled, until that becomes a
 * change of the list.
 */
export interface GridRow extends RowView {
  draft?: Cell;
}

/** The header of a column with values; null for the others. */
export function headerOf(column: { key: string } | undefined): string | null {
  return column?.key.startsWith("cell ") ? column.key.slice("cell ".length) : null;
}

/** How editors and buttons identify a row. */
function rowName(n: number | null): string {
  return n === null ? "a new row" : `row ${n}`;
}

interface ColumnsInput {
  columns: readonly ShownColumn[];
  /** By header: its position in the list. */
  positions: ReadonlyMap<string, number>;
  formats: Formats;
  filesOf: FilesOf | null;
  widths: GridWidths;
  act: OnRowAction;
  /** Called when a button in a cell was clicked and may be gone. */
  onDone: (from: HTMLElement) => void;
  /** Called when more than one cell was pasted into this field. */
  onBlock: (id: number, header: string, text: string) => void;
}

/** Longer texts may be cut off. */
const CUT = 15;

const NO_PROBLEMS: readonly CellProblem[] = [];

const NOT_HERE = () => undefined;

/** Next to an editor: pressing a button would end the editing first. */
function withoutWays(problem: CellProblem): CellProblem {
  return { ...problem, suggestion: null, answers: [] };
}

/** The columns of the grid: the row's number, the addresses, the values, the row's files and actions. */
export function gridColumns({ columns, ...given }: ColumnsInput): Column<GridRow>[] {
  const { widths, filesOf, act } = given;
  return [
    {
      key: "number",
      name: "Row",
      width: widths.number,
      minWidth: widths.number,
      // It and the address stay in view when you scroll sideways, so you see whose row it is.
      frozen: true,
      renderHeaderCell: () => <span className="unseen">Row</span>,
      renderCell: ({ row: { id, n, place, isShown }, tabIndex }) =>
        n !== null && (
          <button
            type="button"
            className={styles.number}
            tabIndex={tabIndex}
            aria-label={`Show the email of row ${n}`}
            aria-pressed={isShown}
            {...(place !== "" && { title: place, "aria-description": place })}
            onClick={() => act({ type: "look", id })}
          >
            {n}
          </button>
        ),
    },
    ...columns.map((column, index) => valueColumn(column, widths.columns[index] ?? 0, given)),
    ...(filesOf === null ? [] : [filesColumn(widths.files, filesOf, act)]),
    {
      key: "actions",
      name: "",
      width: widths.actions,
      minWidth: widths.actions,
      cellClass: styles.actions,
      renderHeaderCell: () => <span className="unseen">Skip or delete</span>,
      renderCell: ({ row, tabIndex }) =>
        row.n !== null && <Actions view={row} tabIndex={tabIndex} act={act} />,
    },
  ];
}

function filesColumn(width: number, filesOf: FilesOf, act: OnRowAction): Column<GridRow> {
  return {
    key: "files",
    name: "File",
    width,
    minWidth: width,
    renderHeaderCell: () => <span className={styles.other}>File</span>,
    renderCell: ({ row, tabIndex }) =>
      row.n !== null && (
        <RowFileButton view={row} filesOf={filesOf} tabIndex={tabIndex} act={act} />
      ),
  };
}

function valueColumn(
  column: ShownColumn,
  width: number,
  given: Omit<ColumnsInput, "columns">,
): Column<GridRow> {
  const { positions, formats, act, onDone, onBlock } = given;
  const { header, isAddress, variables } = column;
  const variable = variables[0] ?? null;
  const cellOf = ({ row }: GridRow) => cellAt(row, header, positions);
  const problemsOf = ({ problems }: GridRow) => problems.get(header) ?? NO_PROBLEMS;
  return {
    key: `cell ${header}`,
    name: header,
    width,
    minWidth: width,
    frozen: isAddress,
    // A check may arrive during typing.
    editorOptions: { closeOnExternalRowChange: false },
    renderHeaderCell: () => <ColumnHeader column={column} />,
    renderCell: ({ row }) => (
      <>
        <span className={isAddress ? styles.whose : styles.value}>
          {isAddress
            ? breakable(cellText(cellOf(row)))
            : shownText(cellOf(row), variable?.type, formats)}
        </span>
        {isAddress && row.note !== "" && <span className={styles.note}>{row.note}</span>}
        <CellProblems
          problems={problemsOf(row)}
          n={row.n}
          tabIndex={-1}
          onUse={(suggestion, from) => {
            onDone(from);
            act({ type: "use", id: row.id, header, suggestion });
          }}
          onDecide={(answer, from) => {
            onDone(from);
            act({ type: "decide", id: row.id, header, answer });
          }}
        />
      </>
    ),
    renderEditCell: ({ row, onRowChange, onClose }) => {
      // Those of the text before, until someone types.
      const problems =
        row.draft === undefined || row.draft === cellOf(row) ? problemsOf(row) : NO_PROBLEMS;
      return (
        <>
          <CellEditor
            variable={isAddress ? null : variable}
            label={`${header} in ${rowName(row.n)}`}
            problem={problems.map(({ message }) => message).join(". ")}
            value={editedText(row.draft ?? cellOf(row), variable?.type, formats)}
            onChange={(value) => onRowChange({ ...row, draft: asCell(value) })}
            onLeave={() => onClose(true, false)}
            onBlock={(text) => {
              onClose(false);
              onBlock(row.id, header, text);
            }}
          />
          {problems.length > 0 && (
            <span className={styles.below} aria-hidden>
              <CellProblems
                problems={problems.map(withoutWays)}
                n={row.n}
                onUse={NOT_HERE}
                onDecide={NOT_HERE}
              />
            </span>
          )}
        </>
      );
    },
  };
}

/** Renders cells with their problems and their text before a change. */
export function cellRenderer(positions: ReadonlyMap<string, number>) {
  return (key: React.Key, props: CellRendererProps<GridRow, unknown>) => {
    const header = headerOf(props.column);
    if (header === null) return <GridCell key={key} {...props} />;
    const problems = props.row.problems.get(header) ?? [];
    const open = problems.find(isOpenProblem);
    const position = positions.get(header) ?? -1;
    const text = cellText(props.row.row.cells[position]);
    const original = originalText(props.row, position);
    const suggestion = problems.find((problem) => problem.suggestion !== null)?.suggestion;
    const said = [
      ...problems.map(({ message }) => message),
      ...(suggestion ? [`Ctrl+Enter: use ${suggestion}`] : []),
      ...(original === null ? [] : [original]),
    ];
    return (
      <GridCell
        key={key}
        {...props}
        {...(open?.tone === "error" && { "aria-invalid": true, className: styles.wrong })}
        {...(problems[0] && { "data-kind": (open ?? problems[0]).kind })}
        {...(said.length > 0 && { "aria-description": said.join(". ") })}
        {...(text.length > CUT && { title: text })}
        {...(original !== null && { title: original, "data-changed": true })}
      />
    );
  };
}

/** The placeholders that a column feeds, or its header; both if they differ. */
function ColumnHeader({
  column: { header, isAddress, variables, copies },
}: {
  column: ShownColumn;
}) {
  if (copies.length > 0 && !isAddress && variables.length === 0) {
    return (
      <span className={styles.header}>
        {copies.map((field) => (
          <PlaceholderChip key={field} name={COPY_WORDS[field]} type="email" />
        ))}
        {copies.every((field) => COPY_WORDS[field] !== header) && (
          <span className={styles.header}>{header}</span>
        )}
      </span>
    );
  }
  if (variables.length === 0) {
    return isAddress ? (
      <PlaceholderChip name={header} type="email" />
    ) : (
      <span className={styles.other}>{header}</span>
    );
  }
  return (
    <span className={styles.header}>
      {variables.map(({ name, type }) => (
        <PlaceholderChip key={name} name={name} type={isAddress ? "email" : type} />
      ))}
      {variables.every(({ name }) => name !== header) && (
        <span className={styles.header}>{header}</span>
      )}
    </span>
  );
}

interface ActionsProps {
  view: GridRow;
  tabIndex: number;
  act: OnRowAction;
}

function Actions({ view: { id, n, row }, tabIndex, act }: ActionsProps) {
  const isSkipped = row.skipped !== null;
  const Icon = isSkipped ? RotateCcw : Ban;
  return (
    <>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        aria-label={isSkipped ? `Restore row ${n}` : `Skip row ${n}`}
        title={isSkipped ? "Restore" : "Skip"}
        onClick={() => act({ type: isSkipped ? "restore" : "skip", id })}
      >
        <Icon size={15} aria-hidden />
      </IconButton>
      {row.line === null && (
        <IconButton
          size="small"
          tabIndex={tabIndex}
          aria-label={`Delete row ${n}`}
          title="Delete"
          onClick={() => act({ type: "remove", id })}
        >
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </>
  );
}
