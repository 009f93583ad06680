import type { CheckResult, ProblemKind } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { checkList } from "@sendwright/core/list/check";
import { addStep, historyOf, undoStep } from "@sendwright/core/list/history";
import {
  filledList,
  type List,
  NO_MAPPING,
  type Row,
  rowNumbers,
  textIn,
} from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act, Profiler, useMemo, useState } from "react";
import { expect, vi } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { firstProblem } from "../check/goToCheck.ts";
import { GridTable, ListTable, type ListTableProps } from "./ListTable.tsx";

const formats = { dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;

/** A list from a file: the first column has the addresses. */
export function aList(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  more: Partial<Row> = {},
): List {
  return {
    ...emptyList(),
    source: { kind: "file", name: "people.csv" },
    columns: headers,
    rows: rows.map((cells, index) => ({
      id: index + 1,
      line: index + 2,
      cells,
      skipped: null,
      corrects: null,
      ...more,
    })),
    mapping: { ...NO_MAPPING, address: headers[0] ?? null },
    lastId: rows.length,
  };
}

export const NAME_ONLY = [aVariable("Name")];

const noop: () => void = () => undefined;

interface ShownTable extends Partial<Pick<ListTableProps, "limit" | "begin" | "isAsked">> {
  variables?: readonly Variable[];
  body?: string;
  /** Whether the check waits until `world.check` is called. */
  isCheckLate?: boolean;
}

/** A page around the table: it keeps the history and checks the list. */
export function show(
  first: List,
  {
    variables = NAME_ONLY,
    limit = 1_000,
    begin = null,
    isAsked = false,
    body = "",
    isCheckLate = false,
  }: ShownTable = {},
) {
  const world = {
    user: userEvent.setup(),
    list: first,
    changes: [] as ListChange[],
    /** How often anything was drawn. */
    draws: 0,
    /** The rows that the preview followed. */
    shows: [] as number[],
    /** The rows whose email was requested. */
    looks: [] as number[],
    /** Delivers the check of the current list. */
    check: noop,
    /** Replaces the list with another. */
    replace: noop as (list: List) => void,
    /** Moves the preview to another row. */
    look: noop as (id: number) => void,
  };
  const checkOf = (list: List) =>
    checkList(filledList(list), {
      ...formats,
      subject: "",
      body,
      variables,
      values: new Map(),
      limit,
    });
  function Page() {
    const [history, setHistory] = useState(() => historyOf({ list: first }));
    const [shownRow, setShownRow] = useState<number | null>(1);
    const [late, setLate] = useState<CheckResult | null>(() =>
      isCheckLate ? checkOf(first) : null,
    );
    const now = useMemo(() => checkOf(history.now.list), [history.now.list]);
    world.list = history.now.list;
    world.check = () => act(() => setLate(now));
    world.look = (id) => act(() => setShownRow(id));
    world.replace = (list) => act(() => setHistory(historyOf({ list })));
    return (
      <ListTable
        variables={variables}
        formats={formats}
        limit={limit}
        begin={begin}
        isAsked={isAsked}
        shownRow={shownRow}
        list={history.now.list}
        check={isCheckLate ? late : now}
        change={(change) => {
          world.changes.push(change);
          setHistory((before) => addStep(before, { list: applyChange(before.now.list, change) }));
        }}
        onUndo={history.past.length === 0 ? null : () => setHistory(undoStep)}
        onShow={(id) => {
          world.shows.push(id);
          setShownRow(id);
        }}
        filesOf={null}
        onFiles={() => undefined}
        onLook={(id) => {
          world.looks.push(id);
          setShownRow(id);
        }}
      />
    );
  }
  render(
    <Profiler id="table" onRender={() => world.draws++}>
      <Page />
    </Profiler>,
  );
  return world;
}

export type World = ReturnType<typeof show>;

/** The same in a window wide enough for the grid, whose script has loaded before. */
export async function showGrid(first: List, given: ShownTable = {}) {
  await GridTable.preload();
  const world = show(first, given);
  const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
  return { ...world, grid, world };
}

export type Grid = Awaited<ReturnType<typeof showGrid>>["grid"];

/** Makes the window as narrow as a phone's. */
export function onPhone(): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: /width < (600|1200)px/.test(query),
        media: query,
      }) as MediaQueryList,
  );
}

/** The cell of a row on the screen, counted from 1, in a column, counted from the addresses. */
export function cellAt(grid: Grid, row: number, column: number): HTMLElement {
  const cell = within(grid.getAllByRole("row")[row] as HTMLElement).getAllByRole("gridcell")[
    column + 1
  ];
  if (!cell) throw new Error(`There is no cell ${column} in row ${row}.`);
  return cell;
}

export const numbers = (grid: Grid) =>
  grid.queryAllByRole("button", { name: /^Show the email/ }).map(({ textContent }) => textContent);

export async function paste(world: Pick<World, "user">, cell: HTMLElement, text: string) {
  await world.user.click(cell);
  fireEvent.paste(cell, { clipboardData: { getData: () => text } });
}

export const filter = (word: RegExp) => screen.getByRole("button", { name: word });
export const clickButton = async (world: Pick<World, "user">, name: string | RegExp) =>
  world.user.click(screen.getByRole("button", { name }));

/** The texts of all rows with text, as in the list. */
export const textsOf = ({ list }: World) => {
  const named = rowNumbers(list);
  return list.rows
    .filter(({ id }) => named.has(id))
    .map((row) => list.columns.map((header) => textIn(list, row, header)));
};

export const focused = (cell: () => HTMLElement) => waitFor(() => expect(cell()).toHaveFocus());

export function lead(...kinds: ProblemKind[]): HTMLElement | null {
  let found: HTMLElement | null = null;
  act(() => {
    found = firstProblem(new Set(kinds));
  });
  return found;
}
