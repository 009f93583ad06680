import type { CheckResult } from "@sendwright/core/check/types";
import type { DateFormat, DateOrder, TimeFormat } from "@sendwright/core/contract";
import { formatRecipient } from "@sendwright/core/recipients/recipients";
import type { TableRow } from "../../../sending/tableRows.ts";
import type { Again } from "../../../sending/way.ts";
import { asidesForMail, broughtBack, withAside } from "./aside.ts";
import { awaitedParts } from "./awaited.ts";
import {
  type BulkForm,
  type Choice,
  type CsvSource,
  EMPTY_BULK_FORM,
  type Mode,
  type Reading,
  type When,
} from "./bulkForm.ts";
import { FILE_PARTS, LIST_PARTS } from "./fileParts.ts";
import { withEdit, withEntry, withRows } from "./rowEdits.ts";
import { undoAfter, withUndone } from "./tableUndo.ts";
import { isTyped, renumbered, TYPED_TABLE, withFixedCell } from "./typedTable.ts";
import { usedAgain } from "./usedAgain.ts";
import { withoutSent } from "./withoutSent.ts";

export type BulkFormAction =
  | { type: "mode"; mode: Mode }
  | { type: "choice"; choice: Choice }
  | { type: "compose"; subject?: string; body?: string; dateFormat?: DateFormat; timeFormat?: TimeFormat }
  | { type: "source"; source: Pick<CsvSource, "name" | "content"> | null }
  /** What now stands in a typed table; it becomes the source if it is not yet. */
  | { type: "rows"; rows: readonly TableRow[] }
  /** What gave way in this mode comes back. */
  | { type: "bringBack" }
  /** The last change of a typed table is taken back. */
  | { type: "undoTable" }
  /** A table comes along from Direct Send. */
  | { type: "takeOver"; templateId: string; rows: readonly TableRow[] }
  | { type: "reading"; reading: Partial<Reading> }
  | { type: "recipientColumn"; header: string }
  | { type: "map"; variable: string; header: string | null }
  | { type: "sameForAll"; variable: string; same: boolean }
  | { type: "dateOrder"; header: string; order: DateOrder }
  | { type: "edit"; row: number; header: string; value: string | null }
  | { type: "undoEdits" }
  /** Rows that were left out of a file are not any more. */
  | { type: "putBack"; rows: readonly number[] }
  /** Rows whose people get no mail, in either mode: of equal addresses none moves up. `sentBefore`: since they have it. */
  | { type: "leaveOut"; rows: readonly number[]; check: Pick<CheckResult, "rows">; sentBefore: boolean }
  | { type: "keepDuplicates"; keep: boolean }
  | { type: "manualText"; text: string }
  | { type: "value"; variable: string; value: string; isUnfinished: boolean }
  | { type: "attachments"; files: readonly File[] }
  | { type: "preview"; row: number | null }
  | { type: "when"; when: When }
  /** What was restored is not wanted. */
  | { type: "afresh" }
  /** An earlier send's mail is used once more. */
  | { type: "again"; again: Again }
  /** A send has begun, made of the form as it was then. */
  | { type: "begun"; frozen: BulkForm };

/** The form's rules (rule: modes): the form after what happened. */
export function bulkForm(form: BulkForm, action: BulkFormAction): BulkForm {
  switch (action.type) {
    case "mode":
      if (action.mode === form.mode) return form;
      return {
        ...{ ...form, ...FILE_PARTS, ...LIST_PARTS },
        ...{ asides: withAside(form), mode: action.mode, awaited: null, previewRow: null },
      };
    case "bringBack":
      return broughtBack(form);
    case "choice":
      return withChoice(form, action.choice);
    case "compose":
      return withComposed(form, action);
    case "source":
      return withSource(form, action.source);
    case "rows":
      return withTableRows(form, action.rows);
    case "undoTable":
      return withUndone(form);
    case "takeOver":
      return withSource(
        {
          ...withChoice({ ...form, asides: withAside(form) }, { kind: "template", id: action.templateId }),
          ...{ ...FILE_PARTS, ...LIST_PARTS, mode: "csv" },
        },
        { name: TYPED_TABLE, content: action.rows },
      );
    case "reading":
      // Read another way, the same file may have other headers and other rows.
      return {
        ...form,
        ...FILE_PARTS,
        source: form.source,
        reading: { ...form.reading, ...action.reading },
        previewRow: null,
      };
    case "recipientColumn":
      return { ...form, recipientColumn: action.header };
    case "map":
      return {
        ...form,
        columnMap: withEntry(form.columnMap, action.variable, action.header),
        sameForAll: withEntry(form.sameForAll, action.variable, false),
      };
    case "sameForAll":
      return {
        ...form,
        columnMap: withEntry(form.columnMap, action.variable, null),
        sameForAll: withEntry(form.sameForAll, action.variable, action.same),
      };
    case "dateOrder":
      return { ...form, dateOrders: withEntry(form.dateOrders, action.header, action.order) };
    case "edit":
      return withFix(form, action);
    case "undoEdits":
      return { ...form, rowEdits: {} };
    case "putBack":
      return { ...form, skipRows: withRows(form.skipRows, action.rows, false) };
    case "leaveOut": {
      const rows = withDuplicates(action.check, action.rows);
      if (form.mode === "manual") return { ...form, manualText: listWithout(action.check, rows) };
      const { skipRows, sentBefore } = form;
      return {
        ...form,
        skipRows: withRows(skipRows, rows, true),
        sentBefore: withRows(sentBefore, rows, action.sentBefore),
      };
    }
    case "keepDuplicates":
      return { ...form, keepDuplicates: action.keep };
    case "manualText":
      return { ...form, manualText: action.text };
    case "value":
      return withValue(form, action.variable, action.value, action.isUnfinished);
    case "attachments":
      return { ...form, attachments: action.files };
    case "preview":
      return { ...form, previewRow: action.row };
    case "when":
      return { ...form, when: action.when };
    case "afresh":
      return { ...EMPTY_BULK_FORM, sources: form.sources };
    case "again":
      return usedAgain(form, action.again);
    case "begun":
      return withoutSent(form, action.frozen);
  }
}

function withComposed(form: BulkForm, { type: _, ...parts }: Extract<BulkFormAction, { type: "compose" }>): BulkForm {
  const composed = { ...form, ...parts };
  const isAsBefore = composed.subject === form.subject && composed.body === form.body;
  return { ...composed, isMailSent: form.isMailSent && isAsBefore };
}

function withChoice(form: BulkForm, choice: Choice): BulkForm {
  const awaited = form.awaited && { ...form.awaited, columnMap: {}, sameForAll: {} };
  const isMailSent = form.isMailSent && choice.kind === form.choice.kind;
  return {
    ...form,
    choice,
    isMailSent,
    columnMap: {},
    sameForAll: {},
    awaited,
    asides: asidesForMail(form.asides),
    values: {},
    unfinished: [],
    previewRow: null,
  };
}

function withSource(form: BulkForm, chosen: Pick<CsvSource, "name" | "content"> | null): BulkForm {
  const sources = form.sources + (chosen === null ? 0 : 1);
  const source = chosen && { ...chosen, id: sources, revision: 0 };
  const parts = { ...FILE_PARTS, ...awaitedParts(form, chosen), asides: form.source ? withAside(form) : form.asides };
  return { ...form, ...parts, sources, source, awaited: null, previewRow: null };
}

/** A change of a typed table; who was left out stays so, whatever number their row has now. */
function withTableRows(form: BulkForm, rows: readonly TableRow[]): BulkForm {
  const { source } = form;
  if (!source || !isTyped(source.content)) return withSource(form, { name: TYPED_TABLE, content: rows });
  return {
    ...form,
    source: { ...source, content: rows, revision: source.revision + 1 },
    skipRows: renumbered(source.content, rows, form.skipRows),
    sentBefore: renumbered(source.content, rows, form.sentBefore),
    undo: undoAfter(form),
  };
}

/** A cell that was put right: in the table itself where it is typed here, else beside the file. */
function withFix(form: BulkForm, { row, header, value }: Extract<BulkFormAction, { type: "edit" }>): BulkForm {
  const content = form.source?.content;
  if (isTyped(content) && value !== null) return withTableRows(form, withFixedCell(content, row, header, value));
  return { ...form, rowEdits: withEdit(form.rowEdits, row, header, value) };
}

function withValue(form: BulkForm, variable: string, value: string, isUnfinished: boolean): BulkForm {
  const others = form.unfinished.filter((name) => name !== variable);
  const unfinished = isUnfinished ? [...others, variable] : others;
  return { ...form, values: { ...form.values, [variable]: value }, unfinished };
}

/** With the rows that get no mail only because those named do: they would move up. */
function withDuplicates({ rows }: Pick<CheckResult, "rows">, named: readonly number[]): number[] {
  const isNamed = new Set(named);
  const behind = rows.filter(
    ({ duplicateOf, verdict }) => duplicateOf !== null && verdict === "skip" && isNamed.has(duplicateOf),
  );
  return [...new Set([...named, ...behind.map(({ n }) => n)])];
}

/** The list again, a recipient in each line, as far as they have an address and are not named. */
function listWithout({ rows }: Pick<CheckResult, "rows">, named: readonly number[]): string {
  const left = rows.filter(({ n }) => !named.includes(n));
  return left.flatMap(({ address, name }) => (address === null ? [] : [formatRecipient({ address, name })])).join("\n");
}
