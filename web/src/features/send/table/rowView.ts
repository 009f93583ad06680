import { emailNotes, ownNames } from "@sendwright/core/check/emailNotes";
import { isInEmail } from "@sendwright/core/check/joinedRows";
import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { CheckedRow, CheckResult, Problem, ProblemKind } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { groupBy, groupEntries } from "@sendwright/core/groupBy";
import {
  type Cell,
  cellText,
  fileLine,
  filledList,
  isFilled,
  type List,
  newRow,
  type Row,
  rowNumbers,
  rowsWithin,
} from "@sendwright/core/list/list";
import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { isToFillIn } from "@sendwright/core/list/toFillIn";
import { asTypedMessage } from "../../../lib/asTypedMessage.ts";
import { isUndecided } from "../check/findings.ts";

/** Which rows the table shows. */
export type StateFilter = (typeof STATE_FILTERS)[number];

/** A row's note about itself. */
export const STATE_WORDS: Record<NonNullable<RowState>, string> = {
  ready: "Ready",
  joined: "Joined",
  fill: "To fill in",
  skipped: "Skipped",
  fix: "To fix",
  check: "To check",
};

/**
 * Ready, joined, skipped rows and those to fill in are all rows, each in one of them. A row to check
 * is a ready one, and a row to fix a skipped one.
 */
const STATE_FILTERS = ["ready", "joined", "fill", "skipped", "check", "fix"] as const;
/** A list without such rows doesn't name them. */
const NAMED_IF_ANY: ReadonlySet<StateFilter> = new Set(["joined", "fill", "check"]);

/** How many rows each filter has. */
export function filterCounts(
  views: readonly RowView[],
): { kind: StateFilter; word: string; count: number }[] {
  return STATE_FILTERS.map((kind) => ({
    kind,
    word: STATE_WORDS[kind],
    count: views.filter((view) => fits(view, kind)).length,
  })).filter(({ kind, count }) => count > 0 || !NAMED_IF_ANY.has(kind));
}

function fits({ state, verdict }: RowView, filter: StateFilter): boolean {
  if (filter === "fix" || filter === "check") return filter === state;
  if (filter === "fill" || state === "fill") return filter === state;
  return verdict === (filter === "skipped" ? "skip" : filter);
}

/** A chosen filter and its rows at that time, so that none of them disappears during your work. */
export interface ActiveFilter {
  filter: StateFilter;
  ids: ReadonlySet<number>;
}

export function chosenNow(filter: StateFilter, views: readonly RowView[]): ActiveFilter {
  return { filter, ids: new Set(views.filter((view) => fits(view, filter)).map(({ id }) => id)) };
}

/** The rows to show, and how many more now match the filter. */
export function filtered(
  views: readonly RowView[],
  chosen: ActiveFilter | null,
): { shown: readonly RowView[]; more: number } {
  if (chosen === null) return { shown: views, more: 0 };
  const more = views.filter((view) => fits(view, chosen.filter) && !chosen.ids.has(view.id)).length;
  return { shown: views.filter(({ id }) => chosen.ids.has(id)), more };
}

/** The actions on a row besides editing it. */
export type RowAction =
  /** Shows its email in the preview: because the table moved there, or because you asked for it. */
  | { type: "show" | "look" | "skip" | "restore" | "remove"; id: number }
  /** Shows its files, to change them. */
  | { type: "files"; id: number }
  /** Whether to send it despite a repeated address or a value sent as typed. */
  | { type: "decide"; id: number; header: string; answer: RowAnswer }
  /** Writes the suggestion into the cell. */
  | { type: "use"; id: number; header: string; suggestion: string };

export type OnRowAction = (action: RowAction) => void;

/**
 * A row's status: an error keeps it from being sent, or it isn't filled in yet; or it will be sent,
 * but has a value to check; it may be part of an earlier row's email. Blank if the check hasn't
 * reached it, or it only waits for others.
 */
type RowState = "fix" | "fill" | "check" | "ready" | "joined" | "skipped" | null;

export type RowAnswer = "send" | "don't" | "as_typed" | "keep_shifted" | "split";

/** A problem as its cell shows it. */
export interface CellProblem {
  kind: ProblemKind;
  /**
   * With an `error`, the row isn't sent; nor is a row with something to `fill` in, which is an error
   * only after a click on Send. A row with a value to `check` is sent, but the person hasn't said
   * yet that the value is right. A decision already made is a note.
   */
  tone: "error" | "fill" | "check" | "note";
  /** Whether it is something to fill in, also after a click on Send. */
  isToFill: boolean;
  message: string;
  suggestion: string | null;
  /** What you can decide: whether to send a row with a repeated address, or a value as typed. */
  answers: readonly RowAnswer[];
}

/** A row of the list as the table shows it. It stays the same object until its content changes. */
export interface RowView {
  row: Row;
  id: number;
  /** Null for a blank row that isn't in the list yet. */
  n: number | null;
  /** Where it is in the person's file; "" if the list isn't from one. */
  place: string;
  state: RowState;
  /** Whether it gets an email; null for a blank row, and until the check has reached it. */
  verdict: CheckedRow["verdict"] | null;
  /** Whether it comes after the last row of one send. */
  isAbove: boolean;
  /** By header. Problems of the whole row are in the address column, or else in the first. */
  problems: ReadonlyMap<string, readonly CellProblem[]>;
  /**
   * Why it isn't sent, or with which rows it is one email, below the address; "" if that needs no
   * words.
   */
  note: string;
  /** Tells the row from the others with its mailbox; "" if there are none, or no value does. */
  who: string;
  /** Whether the preview shows its email. */
  isShown: boolean;
}

interface RowViewInput {
  list: List;
  check: CheckResult | null;
  /** Of the columns, as the table shows them. */
  headers: readonly string[];
  limit: number;
  /** The placeholders of the email. */
  variables: readonly Pick<Variable, "name">[];
  /** Whether Send was clicked, so that what isn't filled in yet is an error. */
  isAsked: boolean;
  /** The rows (by id) whose people would get exactly the email that they have; none if absent. */
  asEarlier?: ReadonlySet<number>;
}

const NOTES = {
  by_hand: "You skipped this row.",
  already_received: "Already got this email.",
  suppressed: NOT_EMAILED,
} as const;
const AS_EARLIER = "The same email as before.";
const NO_PROBLEMS: ReadonlyMap<string, readonly CellProblem[]> = new Map();

/** Cached views by row, because most rows look the same after a change. */
export type ViewCache = WeakMap<Row, RowView>;

/** All rows of a list as the table shows them. */
export function rowViews(viewing: RowViewInput, cache: ViewCache): RowView[] {
  const { list, check, limit, asEarlier } = viewing;
  const numbers = rowNumbers(list);
  const within = new Set(rowsWithin(filledList(list), limit).rows);
  const checked = new Map(check?.rows.map((row) => [row.id, row]));
  const problems = groupBy(check?.problems ?? [], ({ id }) => id);
  const emailNote = emailNotes(check?.rows ?? [], viewing.variables);
  const ownName = ownNames(check?.rows ?? [], viewing.variables);
  return list.rows.map((row) => {
    const n = numbers.get(row.id) ?? null;
    const isAbove = n !== null && !within.has(row);
    const own = row.skipped === null && n !== null && !isAbove ? (problems.get(row.id) ?? []) : [];
    const view: RowView = {
      row,
      id: row.id,
      n,
      place: placeOf(list, row),
      isAbove,
      isShown: false,
      state:
        n === null || isAbove
          ? null
          : asEarlier?.has(row.id)
            ? "check"
            : stateOf(row, checked.get(row.id), own, list),
      verdict:
        n === null
          ? null
          : isAbove || row.skipped !== null
            ? "skip"
            : (checked.get(row.id)?.verdict ?? null),
      problems:
        own.length === 0 ? NO_PROBLEMS : cellProblems(row, own, checked.get(row.id), viewing),
      note:
        n === null
          ? ""
          : row.skipped !== null
            ? NOTES[row.skipped]
            : isAbove
              ? "Above the limit"
              : checked.get(row.id)?.reason === NOT_EMAILED
                ? NOT_EMAILED
                : asEarlier?.has(row.id)
                  ? AS_EARLIER
                  : emailNote(checked.get(row.id)),
      who: ownName(checked.get(row.id)),
    };
    const before = cache.get(row);
    if (before && isSame(before, view)) return before;
    cache.set(row, view);
    return view;
  });
}

/** Shows a cell's text as it was read; null if it hasn't changed. */
export function originalText({ row }: Pick<RowView, "row">, position: number): string | null {
  if (row.original === undefined) return null;
  const before = cellText(row.original[position]);
  if (before === cellText(row.cells[position])) return null;
  return `Before your change: ${before.trim() === "" ? "blank" : before}`;
}

function placeOf(list: List, row: Row): string {
  const line = fileLine(list, row);
  return line === null ? "" : `Line ${line} of your file`;
}

/** By header: its position in a row. */
export function positionsOf(columns: readonly string[]): ReadonlyMap<string, number> {
  return new Map(columns.map((header, index) => [header, index]));
}

/** A row's cell in a column. */
export function cellAt(
  { cells }: Pick<Row, "cells">,
  header: string,
  positions: ReadonlyMap<string, number>,
): Cell | undefined {
  return cells[positions.get(header) ?? -1];
}

/** The views, with the rows of the email in the preview (by id) marked. */
export function withShown(
  views: RowView[],
  ids: ReadonlySet<number>,
  cache: WeakMap<RowView, RowView>,
): RowView[] {
  if (!views.some(({ id, n }) => n !== null && ids.has(id))) return views;
  return views.map((view) => {
    if (view.n === null || !ids.has(view.id)) return view;
    const marked = cache.get(view) ?? { ...view, isShown: true };
    cache.set(view, marked);
    return marked;
  });
}

function isSame(one: RowView, other: RowView): boolean {
  return (
    one.n === other.n &&
    one.place === other.place &&
    one.state === other.state &&
    one.verdict === other.verdict &&
    one.isAbove === other.isAbove &&
    one.note === other.note &&
    one.who === other.who &&
    (one.problems === other.problems || problemsKey(one.problems) === problemsKey(other.problems))
  );
}

/** How many blank rows appear below a list. */
const ROOM = 3;

/** The blank rows below a list, with the ids that they get when they are added to it. */
export function blankViews(list: List, limit: number): RowView[] {
  const used = list.rows.findLastIndex(isFilled) + 1;
  const count = list.beyond > 0 ? 0 : Math.max(0, Math.min(used + ROOM, limit) - list.rows.length);
  return Array.from({ length: count }, (_, index) => {
    const row = newRow(list.lastId + 1 + index);
    const blank = {
      n: null,
      place: "",
      state: null,
      verdict: null,
      isAbove: false,
      problems: NO_PROBLEMS,
      note: "",
      who: "",
    };
    return { row, id: row.id, ...blank, isShown: false };
  });
}

/** How many rows a change must add so that the list has this one; 0 if it's already there. */
export function rowsToAdd({ lastId }: Pick<List, "lastId">, id: number): number {
  return Math.max(0, id - lastId);
}

function problemsKey(problems: RowView["problems"]): string {
  return JSON.stringify([...problems]);
}

function stateOf(
  row: Row,
  checked: CheckedRow | undefined,
  own: readonly Problem[],
  list: List,
): RowState {
  if (row.skipped !== null) return "skipped";
  if (checked === undefined) return null;
  const tones = own.map((problem) => toneOf(problem, row, checked, { list, isAsked: false }));
  if (checked.verdict !== "skip") return tones.includes("check") ? "check" : checked.verdict;
  if (tones.includes("error")) return "fix";
  if (tones.includes("fill")) return "fill";
  return checked.duplicateOf === null && checked.reason !== NOT_EMAILED ? null : "skipped";
}

/** Whether a row that repeats an address with other values still needs your decision. */
function isOpen({ keepRepeat }: Row, { repeats }: Pick<List, "repeats">): boolean {
  return keepRepeat === undefined && repeats === "ask";
}

/** As the panel counts: a value to check is one of a row that will be sent. */
function toneOf(
  problem: Problem,
  row: Row,
  checked: CheckedRow | undefined,
  { list, isAsked }: Pick<RowViewInput, "list" | "isAsked">,
): CellProblem["tone"] {
  const { kind, severity } = problem;
  if (severity === "note")
    return checked && isInEmail(checked) && isUndecided(problem, list) ? "check" : "note";
  if (kind === "duplicate") return "note";
  if (!isAsked && isToFillIn(problem, row, list)) return "fill";
  return kind === "sibling" && !isOpen(row, list) ? "note" : "error";
}

/** Whether a problem still needs the person. */
export function isOpenProblem({ tone }: Pick<CellProblem, "tone">): boolean {
  return tone !== "note";
}

function cellProblems(
  row: Row,
  own: readonly Problem[],
  checked: CheckedRow | undefined,
  { list, headers, isAsked }: RowViewInput,
): RowView["problems"] {
  const isShown = new Set(headers);
  const { address } = list.mapping;
  const rest = address !== null && isShown.has(address) ? address : (headers[0] ?? "");
  const found = own.flatMap((problem): [string, CellProblem][] => {
    const { column, kind, suggestion } = problem;
    if (column !== null && isOutdated(problem, row.cells[list.columns.indexOf(column)])) return [];
    const header = column !== null && isShown.has(column) ? column : rest;
    const shown = {
      kind,
      tone: toneOf(problem, row, checked, { list, isAsked }),
      isToFill: isToFillIn(problem, row, list),
      suggestion: suggestion ?? null,
      message: messageOf(problem, checked, list),
      answers: answersOf(problem, row, list),
    };
    return [[header, shown]];
  });
  return found.length === 0 ? NO_PROBLEMS : groupEntries(found);
}

/** Whether a problem is outdated because its cell's text has changed. */
function isOutdated({ value }: Problem, cell: Cell | undefined): boolean {
  const now = [cellText(cell), typeof cell === "object" ? cell.iso : ""];
  return now.every((text) => text.trim() !== value.trim());
}

function messageOf(problem: Problem, checked: CheckedRow | undefined, list: List): string {
  if (problem.kind === "sibling") return siblingMessage(problem, checked);
  const { kind, value } = problem;
  if (kind === "date" || kind === "time")
    return asTypedMessage(kind, value, isUndecided(problem, list));
  return problem.message;
}

function siblingMessage({ severity }: Problem, checked: CheckedRow | undefined): string {
  const same = `Same address as row ${checked?.duplicateOf ?? "above"}, different values`;
  return severity === "note" ? `${same}: sent too` : same;
}

function answersOf(problem: Problem, row: Row, list: List): CellProblem["answers"] {
  const { kind, severity } = problem;
  if (isUndecided(problem, list)) return ["as_typed"];
  if (kind === "shifted") return ["keep_shifted"];
  // A list with columns asks about all of its rows at once.
  if (kind === "recipient_invalid" && list.source.kind === "addresses")
    return addressesInCell(problem.value).length > 1 ? ["split"] : [];
  if (kind !== "sibling") return [];
  if (isOpen(row, list)) return ["send", "don't"];
  return severity === "note" ? ["don't"] : ["send"];
}
