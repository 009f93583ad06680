import Button from "@mui/material/Button";
import { type Cell, cellText } from "@sendwright/core/list/list";
import { ChevronDown, ChevronUp } from "lucide-react";
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

/** A row of the list on a phone: two lines that say who it is and what is wrong, and open to its fields. */
export function RowCard(props: Props) {
  const { view, columns, positions, formats, isOpen, onEdit, onDone } = props;
  const { id, n, row, state, isAbove, isShown } = view;
  const textOf = ({ header, isAddress, variables }: ShownColumn) => {
    const cell = row.cells[positions.get(header) ?? -1];
    return isAddress ? cellText(cell) : shownText(cell, variables[0]?.type, formats);
  };
  const address = columns.find(({ isAddress }) => isAddress);
  const values = columns.filter((column) => column !== address).map(textOf);
  const Arrow = isOpen ? ChevronUp : ChevronDown;
  const name = n === null ? "New row" : `Row ${n}`;
  return (
    <li
      className={styles.card}
      data-row={id}
      data-state={isAbove ? "above" : state}
      data-shown={isShown}
      aria-label={name}
    >
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={isOpen ? onDone : onEdit}>
        <span className={styles.number}>
          <span className="unseen">{n === null ? name : "Row "}</span>
          {n}
        </span>
        <span className={styles.who}>
          {address && <span className={styles.address}>{breakable(textOf(address) || "No address")}</span>}
          <span className={styles.summary}>
            {state !== null && <b className={styles.state}>{STATE_WORDS[state]} · </b>}
            {firstWords(view) || values.filter((text) => text !== "").join(", ")}
          </span>
        </span>
        <Arrow size={16} aria-hidden />
      </button>
      {isOpen && <OpenCard {...props} />}
    </li>
  );
}

/** Why a row isn't sent, or the first of its problems; "" if there is nothing to say. */
function firstWords({ note, problems }: RowView): string {
  const all = [...problems.values()].flat();
  const first = all.find(({ tone }) => tone === "error") ?? all[0];
  if (note !== "" || first === undefined) return note;
  return all.length === 1 ? first.message : `${first.message}, and ${all.length - 1} more`;
}

function OpenCard({ view, columns, positions, formats, act, onCells, onDone, onEnter }: Props) {
  const { id, n, row } = view;
  const isSkipped = row.skipped !== null;
  return (
    <>
      {row.line !== null && <p className={styles.line}>Line {row.line} of your file</p>}
      {columns.map(({ header, isAddress, variables }, column) => {
        const position = positions.get(header) ?? -1;
        const problems = view.problems.get(header) ?? [];
        const error = problems.find(({ tone }) => tone === "error");
        const original = originalText(view, position);
        return (
          <CardField
            key={header}
            label={variables.map((variable) => variable.name).join(", ") || header}
            variable={isAddress ? null : (variables[0] ?? null)}
            value={editedText(row.cells[position], variables[0]?.type, formats)}
            isWrong={error !== undefined}
            marks={{
              ...(problems[0] && { "data-kind": (error ?? problems[0]).kind }),
              ...(original !== null && { title: original }),
            }}
            onFinish={(value) => onCells([{ id, header, cell: value }])}
            onEnter={() => onEnter(column)}
          >
            <CellProblems
              problems={problems}
              n={n}
              onUse={(suggestion) => act({ type: "use", id, header, suggestion })}
              onDecide={(answer) => act({ type: "decide", id, header, answer })}
            />
          </CardField>
        );
      })}
      <div className={styles.actions}>
        <Button size="small" onClick={onDone}>
          Done
        </Button>
        {n !== null && (
          <>
            <Button
              size="small"
              variant="text"
              aria-label={`Show the email of row ${n}`}
              onClick={() => act({ type: "look", id })}
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
    </>
  );
}
