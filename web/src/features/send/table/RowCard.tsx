import Button from "@mui/material/Button";
import { type Cell, cellText } from "@sendwright/core/list/list";
import { breakable } from "../../../components/breakable.tsx";
import { CardField } from "./CardField.tsx";
import { CellProblems } from "./CellProblems.tsx";
import styles from "./cards.module.css";
import { editedText, type Formats, shownText } from "./momentText.ts";
import type { Act } from "./rowActions.ts";
import { STATE_WORDS } from "./rowFilter.ts";
import { originalText, type RowView } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";

interface Props {
  view: RowView;
  columns: readonly ShownColumn[];
  positions: ReadonlyMap<string, number>;
  formats: Formats;
  act: Act;
  onCells: (cells: { id: number; header: string; cell: Cell }[]) => void;
  /** Whether its cells are fields. */
  isOpen: boolean;
  onEdit: () => void;
  onDone: () => void;
  /** Enter was pressed in the field of this column. */
  onEnter: (column: number) => void;
}

/** A row of the list on a phone: who it is, its values with what is wrong with them, and what can be done. */
export function RowCard(props: Props) {
  const { view, columns, positions, formats, act, onCells, isOpen, onEdit, onDone, onEnter } = props;
  const { id, n, row, state, note, isAbove, isShown } = view;
  const isSkipped = row.skipped !== null;
  const name = n === null ? "New row" : `Row ${n}`;
  return (
    <li
      className={styles.card}
      data-row={id}
      data-state={isAbove ? "above" : state}
      data-shown={isShown}
      aria-label={name}
    >
      <p className={styles.head}>
        <b>{name}</b>
        {row.line !== null && <span>line {row.line}</span>}
        {state !== null && <span className={styles.state}>{STATE_WORDS[state]}</span>}
      </p>
      {note !== "" && <p className={styles.note}>{note}</p>}
      <div className={styles.values}>
        {columns.map(({ header, isAddress, variables }, column) => {
          const position = positions.get(header) ?? -1;
          const cell = row.cells[position];
          const type = variables[0]?.type;
          const label = variables.map((variable) => variable.name).join(", ") || header;
          const problems = view.problems.get(header) ?? [];
          const error = problems.find(({ tone }) => tone === "error");
          const original = originalText(view, position);
          const marks = {
            ...(problems[0] && { "data-kind": (error ?? problems[0]).kind }),
            ...(original !== null && { title: original }),
          };
          const below = (
            <CellProblems
              problems={problems}
              n={n}
              onUse={(suggestion) => act({ type: "use", id, header, suggestion })}
              onDecide={(answer) => act({ type: "decide", id, header, answer })}
            />
          );
          const text = isAddress ? cellText(cell) : shownText(cell, type, formats);
          if (isOpen) {
            return (
              <CardField
                key={header}
                label={label}
                variable={isAddress ? null : (variables[0] ?? null)}
                value={editedText(cell, type, formats)}
                isWrong={error !== undefined}
                marks={marks}
                onFinish={(value) => onCells([{ id, header, cell: value }])}
                onEnter={() => onEnter(column)}
              >
                {below}
              </CardField>
            );
          }
          return (
            <div key={header} className={styles.value} data-wrong={error !== undefined} {...marks}>
              <span className={styles.label}>{label}</span>
              <span className={styles.text}>{isAddress ? breakable(text) : text || "–"}</span>
              {below}
            </div>
          );
        })}
      </div>
      <div className={styles.actions}>
        {isOpen ? (
          <Button size="small" onClick={onDone}>
            Done
          </Button>
        ) : (
          <Button size="small" data-edit aria-label={`Edit row ${n}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        {n !== null && (
          <>
            <Button
              size="small"
              variant="text"
              aria-label={`Show the email of row ${n}`}
              onClick={() => act({ type: "show", id })}
            >
              Show the email
            </Button>
            <Button
              size="small"
              variant="text"
              aria-label={isSkipped ? `Restore row ${n}` : `Skip row ${n}`}
              onClick={() => act({ type: isSkipped ? "restore" : "skip", id })}
            >
              {isSkipped ? "Restore" : "Skip"}
            </Button>
            {row.line === null && (
              <Button
                size="small"
                variant="text"
                aria-label={`Delete row ${n}`}
                onClick={() => act({ type: "remove", id })}
              >
                Delete
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}
