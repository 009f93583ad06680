import Button from "@mui/material/Button";
import { Plus } from "lucide-react";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStable } from "../../../lib/useStable.ts";
import styles from "./cards.module.css";
import type { TableProps } from "./GridTable.tsx";
import { nextProblem } from "./nextProblem.ts";
import { RowCard } from "./RowCard.tsx";
import { positionsOf, type RowView } from "./rowView.ts";

const CARDS_AT_ONCE = 50;

/** The list on a phone: a card for each row, at most one of them open. */
export function CardTable(props: Omit<TableProps, "onBlock" | "onUndo" | "hint">) {
  const { ref, list, views, columns, formats, isFixing, act, onCells, begin } = props;
  const place = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(CARDS_AT_ONCE);
  const [editing, setEditing] = useState<number | null>(() => (begin === null ? null : (views[0]?.id ?? null)));
  const positions = useMemo(() => positionsOf(list.columns), [list.columns]);
  const headers = columns.map(({ header }) => header);
  const rows = views.filter(({ n, id }) => n !== null || id === editing);
  const open = rows.find(({ id }) => id === editing);
  const first = rows.slice(0, count);
  const shown = open === undefined || first.includes(open) ? first : [...first, open];
  const more = rows.length - shown.length;
  const blank = views.find(({ n, id }) => n === null && id !== editing);

  const cardOf = (id: number) => place.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;
  const fieldsOf = (id: number) => [...(cardOf(id)?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [])];
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
    const column = headers.findIndex((header) => problems.get(header)?.some(({ tone }) => tone === "error"));
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
            {...{ view, columns, positions, formats, act, onCells }}
            isOpen={view.id === editing}
            onEdit={() => edit(view.id, firstError(view))}
            onDone={() => close(view.id)}
            onEnter={(column) => goOn(view.id, column)}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setCount(count + CARDS_AT_ONCE)}>
          Show {Math.min(more, CARDS_AT_ONCE)} more of {more.toLocaleString("en-US")}
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
