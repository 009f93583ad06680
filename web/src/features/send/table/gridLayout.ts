import type { Formats } from "@sendwright/core/dates/formats";
import type { List } from "@sendwright/core/list/list";
import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { gridWidths, scaledWidths } from "./gridWidths.ts";
import { guessedLetters, lettersIn } from "./letters.ts";
import { rowHeight } from "./rowHeight.ts";
import { cellAt, type RowView } from "./rowView.ts";
import { type ShownColumn, shownText } from "./shownColumns.ts";

/** How many rows determine the column widths. */
const SAMPLE = 100;
const PLAIN_HEADER = 40;
const TALL_HEADER = 62;

interface GridLayoutInput {
  list: List;
  views: readonly RowView[];
  columns: readonly ShownColumn[];
  formats: Formats;
  positions: ReadonlyMap<string, number>;
  hasFiles: boolean;
}

/**
 * The columns' widths and the rows' and the header's heights, in pixels at the reader's text size.
 * `scale` is that text size relative to 16 pixels.
 */
export function useGridLayout(
  place: RefObject<HTMLElement | null>,
  { list, views, columns, formats, positions, hasFiles }: GridLayoutInput,
) {
  const { width, scale, letters } = useMeasures(place);
  const hasTyped = list.rows.length === 0 || list.rows.some(({ line }) => line === null);
  // During editing, the columns keep their widths.
  const [sample] = useState(() => list.rows.slice(0, SAMPLE));
  const problemColumns = useProblemColumns(views);
  const widths = useMemo(() => {
    const textsOf = ({ header, isAddress, variables }: ShownColumn) => {
      const type = isAddress ? undefined : variables[0]?.type;
      return sample.map((row) => shownText(cellAt(row, header, positions), type, formats));
    };
    return gridWidths({
      columns,
      textsOf,
      problemColumns,
      letters,
      width,
      hasFiles,
      actions: hasTyped ? 2 : 1,
    });
  }, [columns, sample, positions, formats, problemColumns, letters, width, hasFiles, hasTyped]);
  const scaled = useMemo(() => scaledWidths(widths, scale), [widths, scale]);
  const heightOf = useMemo(() => {
    const known = new WeakMap<RowView, number>();
    const layout = { columns, positions, formats, widths, letters };
    return (view: RowView) => {
      const height = known.get(view) ?? Math.round(rowHeight(view, layout) * scale);
      known.set(view, height);
      return height;
    };
  }, [columns, positions, formats, widths, letters, scale]);
  const headerHeight = (columns.some(isTall) ? TALL_HEADER : PLAIN_HEADER) * scale;
  return { widths: scaled, headerHeight, heightOf, scale };
}

/** The headers of the columns in which a cell has or had a problem. */
function useProblemColumns(views: readonly RowView[]): ReadonlySet<string> {
  const [problemColumns, setProblemColumns] = useState<ReadonlySet<string>>(new Set());
  const fresh = views.flatMap(({ problems }) =>
    [...problems.keys()].filter((header) => !problemColumns.has(header)),
  );
  if (fresh.length === 0) return problemColumns;
  const all = new Set([...problemColumns, ...fresh]);
  setProblemColumns(all);
  return all;
}

/**
 * The reader's text size relative to 16 pixels, the table's width in pixels at 16 pixels, and the
 * width of its letters.
 */
function useMeasures(place: RefObject<HTMLElement | null>) {
  const [measures, setMeasures] = useState({ width: 0, scale: 1 });
  const [letters, setLetters] = useState(() => guessedLetters);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setLetters(() => lettersIn(getComputedStyle(element).fontFamily));
    const measure = () => {
      const scale =
        (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
      const width = element.clientWidth / scale;
      setMeasures((before) =>
        before.width === width && before.scale === scale ? before : { width, scale },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return { ...measures, letters };
}

function isTall({ header, variables }: ShownColumn): boolean {
  return variables.length > 1 || (variables.length === 1 && variables[0]?.name !== header);
}
