import type { Variable } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { asCell, type Cell, cellText } from "@sendwright/core/list/list";
import { ownPeople } from "@sendwright/core/list/rowNames";
import { withCommas } from "@sendwright/core/withCommas";
import { ChevronDown, ChevronUp, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/Button.tsx";
import { breakable } from "../../../components/breakable.tsx";
import field from "../../../components/field.module.css";
import { isolated } from "../../../components/isolated.tsx";
import { isComposing } from "../../../lib/isComposing.ts";
import { useEndOfPage } from "../../../lib/useEndOfPage.ts";
import { useStable } from "../../../lib/useStable.ts";
import { CellProblems, DropdownOptions } from "./Cell.tsx";
import styles from "./cards.module.css";
import { nextProblem } from "./findProblem.ts";
import type { GridTableProps } from "./GridTable.tsx";
import { type FilesOf, RowFileButton } from "./RowFileButton.tsx";
import type { OnRowAction } from "./rowView.ts";
import {
  cellAt,
  isOpenProblem,
  originalText,
  positionsOf,
  type RowView,
  STATE_WORDS,
} from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import { editedText, shownText } from "./shownColumns.ts";

interface Props {
  view: RowView;
  columns: readonly ShownColumn[];
  positions: ReadonlyMap<string, number>;
  personOf: ReturnType<typeof ownPeople>;
  formats: Formats;
  filesOf: FilesOf | null;
  act: OnRowAction;
  onCells: (cells: { id: number; header: string; cell: Cell }[]) => void;
  /** Whether its cells are fields. */
  isOpen: boolean;
  onEdit: () => void;
  onDone: () => void;
  /** Enter was pressed in the field of this column. */
  onEnter: (column: number) => void;
}

/**
 * A row of the list on a phone: two lines with its person and its problems, which open to show its
 * fields.
 */
function RowCard(props: Props) {
  const { view, columns, positions, personOf, formats, isOpen, onEdit, onDone } = props;
  const { id, n, row, state, isAbove, isShown } = view;
  const textOf = ({ header, isAddress, variables }: ShownColumn) => {
    const cell = cellAt(row, header, positions);
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
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        onClick={isOpen ? onDone : onEdit}
      >
        <span className={styles.number}>
          <span className="unseen">{n === null ? name : "Row "}</span>
          {n}
        </span>
        <span className={styles.who}>
          {address && (
            <span className={styles.address}>
              {textOf(address) === "" ? (
                <bdi>{personOf(row).names.join(" · ") || firstText(row) || "No address"}</bdi>
              ) : (
                breakable(textOf(address))
              )}
            </span>
          )}
          {/* Its fields say it while they are open, or its note does. */}
          {(!isOpen || view.problems.size === 0) && (
            <span className={`cut hint ${styles.summary}`}>
              {state !== null && state !== "joined" && (
                <b className={styles.state}>{STATE_WORDS[state]} · </b>
              )}
              {isolated(firstWords(view) || values.filter((text) => text !== "").join(", "))}
            </span>
          )}
        </span>
        <Arrow size={16} aria-hidden />
      </button>
      {isOpen && <OpenCard {...props} />}
    </li>
  );
}

/** The first of its cells that isn't blank; "" for none. */
function firstText({ cells }: RowView["row"]): string {
  return cells.map(cellText).find((text) => text.trim() !== "") ?? "";
}

/** The words about a row, after its own name if other rows have its mailbox, too. */
function firstWords(view: RowView): string {
  const words = wordsOf(view);
  return words === "" || view.who === "" ? words : `${view.who} · ${words}`;
}

/**
 * The first of a row's problems, or why it isn't sent, or with which rows it is one email; "" for
 * none of these. A problem that needs no one comes last.
 */
function wordsOf({ note, problems }: RowView): string {
  const all = [...problems.values()].flat();
  const open = all.find(isOpenProblem);
  const first = open ?? all[0];
  if (first === undefined || (note !== "" && open === undefined)) return note;
  return all.length === 1 ? first.message : `${first.message}, and ${all.length - 1} more`;
}

function OpenCard(props: Props) {
  const { view, columns, positions, formats, filesOf, act, onCells, onDone, onEnter } = props;
  const { id, n, row } = view;
  const isSkipped = row.skipped !== null;
  return (
    <>
      {view.place !== "" && <p className="hint">{view.place}</p>}
      {columns.map(({ header, isAddress, variables }, column) => {
        const position = positions.get(header) ?? -1;
        const problems = view.problems.get(header) ?? [];
        const open = problems.find(isOpenProblem);
        const original = originalText(view, position);
        return (
          <CardField
            key={header}
            label={variables.map((variable) => variable.name).join(", ") || header}
            variable={isAddress ? null : (variables[0] ?? null)}
            value={editedText(row.cells[position], variables[0]?.type, formats)}
            isWrong={open?.tone === "error"}
            marks={{
              ...(problems[0] && { "data-kind": (open ?? problems[0]).kind }),
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
      {n !== null && <RowFileButton view={view} filesOf={filesOf} offers act={act} />}
      <div className={styles.actions}>
        <Button size="small" onClick={onDone}>
          Done
        </Button>
        {n !== null && (
          <>
            <Button
              size="small"
              variant="text"
              color="secondary"
              aria-label={`Show the email of row ${n}`}
              onClick={() => act({ type: "look", id })}
            >
              Show the email
            </Button>
            <Button
              size="small"
              variant="text"
              color="secondary"
              aria-label={isSkipped ? `Restore row ${n}` : `Skip row ${n}`}
              onClick={() => act({ type: isSkipped ? "restore" : "skip", id })}
            >
              {isSkipped ? "Restore" : "Skip"}
            </Button>
            {row.line === null && (
              <Button
                size="small"
                variant="text"
                color="secondary"
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

interface CardFieldProps {
  label: string;
  /**
   * The placeholder that the column feeds; null for the addresses and for a column that feeds none.
   */
  variable: Variable | null;
  value: string;
  isWrong: boolean;
  /** Attributes that identify the field, and its title. */
  marks: { "data-kind"?: string; title?: string };
  /** Called with the cell's new text on Enter and on leaving the field. */
  onFinish: (value: string) => void;
  onEnter: () => void;
  /** The problems of the cell. */
  children: ReactNode;
}

/** A cell of a card that is open. Escape restores its text. */
function CardField({ value, ...given }: CardFieldProps) {
  const [text, setText] = useState({ value, typed: value });
  // The cell was changed from elsewhere: by a suggestion, or by Undo.
  if (text.value !== value) setText({ value, typed: value });
  return (
    <Field
      {...given}
      value={value}
      text={text.typed}
      onText={(typed) => setText({ value, typed })}
    />
  );
}

function Field(props: CardFieldProps & { text: string; onText: (text: string) => void }) {
  const { label, variable, value, text, onText, isWrong, marks, onFinish, onEnter, children } =
    props;
  const id = useId();
  // The problems are those of the text before.
  const isTyped = text !== value;
  const options = variable?.type === "dropdown" ? variable.options : null;
  const finish = (next: string) => {
    if (next !== value) onFinish(asCell(next));
  };
  useEndOfPage(() => finish(text), true);
  const wiring = {
    id,
    value: text,
    "aria-invalid": isWrong && !isTyped,
    "aria-describedby": isTyped ? undefined : `${id}-problems`,
    className: field.control,
    ...marks,
    onBlur: () => finish(text),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (isComposing(event)) return;
      if (event.key === "Escape") onText(value);
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      // Leaving the field commits the cell, even if the field is about to disappear.
      event.currentTarget.blur();
      onEnter();
    },
  };
  return (
    <div className={styles.value} data-wrong={isWrong && !isTyped}>
      <label className="hint" htmlFor={id}>
        {label}
      </label>
      {options !== null ? (
        <select
          {...wiring}
          onChange={(event) => {
            onText(event.target.value);
            finish(event.target.value);
          }}
        >
          <DropdownOptions options={options} value={text} />
        </select>
      ) : value.includes("\n") ? (
        <textarea {...wiring} rows={3} onChange={(event) => onText(event.target.value)} />
      ) : (
        <input
          {...wiring}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
        />
      )}
      {/* Nothing moves while someone types. */}
      <div id={`${id}-problems`} style={{ visibility: isTyped ? "hidden" : "visible" }}>
        {children}
      </div>
    </div>
  );
}

const CARDS_AT_ONCE = 50;

/** The list on a phone: a card for each row, at most one of them open. */
export function CardTable(props: Omit<GridTableProps, "onBlock" | "onUndo" | "hint">) {
  const { ref, list, views, columns, formats, filesOf, isFixing, act, onCells, begin } = props;
  const place = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(CARDS_AT_ONCE);
  const [editing, setEditing] = useState<number | null>(() =>
    begin === null ? null : (views[0]?.id ?? null),
  );
  const positions = useMemo(() => positionsOf(list.columns), [list.columns]);
  const personOf = useMemo(() => ownPeople(list), [list]);
  const headers = columns.map(({ header }) => header);
  const rows = views.filter(({ n, id }) => n !== null || id === editing);
  const open = rows.find(({ id }) => id === editing);
  const first = rows.slice(0, count);
  const shown = open === undefined || first.includes(open) ? first : [...first, open];
  const more = rows.length - shown.length;
  const blank = views.find(({ n, id }) => n === null && id !== editing);

  const cardOf = (id: number) =>
    place.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
  const fieldsOf = (id: number) => [
    ...(cardOf(id)?.querySelectorAll<HTMLElement>("input, select, textarea") ?? []),
  ];
  const edit = useStable((id: number, column: number): HTMLElement | null => {
    flushSync(() => setEditing(id));
    const field = fieldsOf(id)[column] ?? null;
    field?.focus();
    return field;
  });
  const close = (id: number) => {
    flushSync(() => setEditing(null));
    (cardOf(id)?.querySelector<HTMLElement>("[aria-expanded]") ?? place.current)?.focus();
  };
  const firstError = ({ problems }: RowView) => {
    const column = headers.findIndex((header) => problems.get(header)?.some(isOpenProblem));
    return Math.max(0, column);
  };
  const goOn = (id: number, column: number) => {
    const row = views.findIndex((view) => view.id === id);
    const next = isFixing ? nextProblem(views, headers, { row, column }) : null;
    const target = next === null ? undefined : views[next.row];
    if (next !== null && target) return edit(target.id, next.column);
    const field = fieldsOf(id)[column + 1];
    return field ? field.focus() : close(id);
  };
  useImperativeHandle(ref, () => ({
    goTo: (id, header) => edit(id, headers.indexOf(header)),
    focus: () => place.current?.focus(),
  }));

  const begun = useStable(() => {
    if (begin !== null && editing !== null) fieldsOf(editing)[begin === "value" ? 1 : 0]?.focus();
  });
  useEffect(begun, [begun]);

  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <ul className={styles.cards} aria-label="Recipients">
        {shown.map((view) => (
          <RowCard
            key={view.id}
            view={view}
            columns={columns}
            positions={positions}
            personOf={personOf}
            formats={formats}
            filesOf={filesOf}
            act={act}
            onCells={onCells}
            isOpen={view.id === editing}
            onEdit={() => edit(view.id, firstError(view))}
            onDone={() => close(view.id)}
            onEnter={(column) => goOn(view.id, column)}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setCount(count + CARDS_AT_ONCE)}>
          Show {Math.min(more, CARDS_AT_ONCE)} more of {withCommas(more)}
        </Button>
      )}
      {blank && (
        <Button startIcon={<Plus size={16} aria-hidden />} onClick={() => edit(blank.id, 0)}>
          Add a row
        </Button>
      )}
    </div>
  );
}
