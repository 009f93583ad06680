import type { Formats } from "@sendwright/core/dates/formats";
import { carryOver, lostSentence } from "@sendwright/core/list/carryOver";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { addStep, historyOf, undoStep, withOwnIds } from "@sendwright/core/list/history";
import { cellText, type List } from "@sendwright/core/list/list";
import { unskippedRows } from "@sendwright/core/list/ownValues";
import {
  emptyList,
  listOfAddresses,
  listOfPeople,
  type PeopleOfSend,
} from "@sendwright/core/list/read";
import { isSameFileName, type Reread } from "@sendwright/core/list/sameRows";
import { type CopyTexts, NO_COPIES } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { type RecipientText, recipientText } from "@sendwright/core/recipients/recipients";
import type { ReusedSend } from "../../../sending/sendingEvents.ts";
import {
  EMPTY_FORM,
  type EmailChoice,
  emptyForm,
  type FormStart,
  isSameChoice,
  type ListPart,
  type Mode,
  NO_PEOPLE,
  nobodyOf,
  type RawList,
  type SendForm,
} from "./sendForm.ts";

export type SendFormAction =
  | { type: "mode"; mode: Mode }
  | { type: "choice"; choice: EmailChoice }
  | ({ type: "compose" } & Partial<Formats & Pick<SendForm, "subject" | "body" | "signature">>)
  /**
   * Replaces the list; null removes it. One that was read (`raw`) keeps the decisions about the
   * list before.
   */
  | { type: "newList"; list: List | null; raw?: RawList }
  | { type: "list"; change: ListChange }
  | { type: "undo" }
  | { type: "manualText"; text: string }
  /** The chips of Direct Send, and the address being typed. */
  | { type: "recipients"; recipients: readonly RecipientText[] }
  | { type: "typed"; text: string }
  /** Removes people (by row id) from the addresses. */
  | { type: "removePeople"; ids: readonly number[] }
  /** Gives each person of Direct Send their own values, in this list. */
  | { type: "ownValues"; list: List }
  /**
   * Gives everyone the same values again, some of them changed; `shared` are all, with remembered
   * ones.
   */
  | { type: "sameValues"; agreed: SendForm["values"]; shared: SendForm["values"] }
  | { type: "value"; variable: string; value: string; isUnfinished: boolean }
  | { type: "attachments"; files: readonly File[] }
  /** Adds the file of a picture that the composed body is about to show. */
  | { type: "picture"; file: File }
  | { type: "preview"; row: number | null }
  | { type: "when"; when: FormStart }
  | { type: "copies"; copies: Partial<CopyTexts> }
  /** Discards a restored form. */
  | { type: "startOver" }
  /** Reuses an earlier send's email. */
  | { type: "again"; again: ReusedSend }
  /** Writes another email to people of an earlier send. */
  | { type: "writeTo"; people: PeopleOfSend };

/** The form's rules (rule: modes): returns the form after an action. */
export function sendForm(form: SendForm, action: SendFormAction): SendForm {
  const { now } = form.people;
  switch (action.type) {
    case "mode":
      if (action.mode === now.mode) return form;
      return { ...withPeople(form, { ...NO_PEOPLE, mode: action.mode }), attachments: [] };
    case "choice":
      return withChoice(form, action.choice);
    case "compose":
      return withComposed(form, action);
    case "newList":
      return withNewList(form, now.mode, action.list, action.raw);
    case "list":
      return now.list === null ? form : withList(form, applyChange(now.list, action.change));
    case "undo":
      return { ...form, people: undoStep(form.people), previewRow: null };
    case "manualText":
      return withText(form, action.text);
    case "recipients":
      return withRecipients(form, action.recipients);
    case "typed":
      return { ...form, people: { ...form.people, now: { ...now, text: action.text } } };
    case "removePeople":
      return withoutPeople(form, action.ids);
    case "ownValues":
      return withPeople(form, { ...NO_PEOPLE, list: action.list });
    case "sameValues":
      return withSameValues(form, action);
    case "value":
      return withValue(form, action.variable, action.value, action.isUnfinished);
    case "attachments":
      return { ...form, attachments: action.files };
    case "picture":
      return { ...form, pictures: [...form.pictures, action.file] };
    case "preview":
      return { ...form, previewRow: action.row };
    case "when":
      return { ...form, when: action.when };
    case "copies":
      return { ...form, copies: { ...form.copies, ...action.copies } };
    case "startOver":
      return form.tab === "direct" ? { ...emptyForm("direct"), choice: form.choice } : EMPTY_FORM;
    case "again":
      return usedAgain(action.again);
    case "writeTo":
      return {
        ...EMPTY_FORM,
        people: historyOf({ ...NO_PEOPLE, list: listOfPeople(action.people) }),
      };
  }
}

/** The form with other people: one step that can be undone, unless there was no list before. */
function withPeople(form: SendForm, people: ListPart): SendForm {
  const history =
    form.people.now.list === null ? { ...form.people, now: people } : addStep(form.people, people);
  return { ...form, people: history, previewRow: null };
}

function withNewList(
  form: SendForm,
  mode: Mode,
  list: List | null,
  raw: RawList | null = null,
): SendForm {
  const own = list && withOwnIds(form.people, list);
  return withPeople(form, {
    ...NO_PEOPLE,
    mode,
    list: own && raw ? keeping(form.people.now, own, raw) : own,
    raw,
  });
}

/**
 * A list that was read, with what was decided about the list before it, and a note about what
 * couldn't be kept.
 */
function keeping({ list: before, raw: rawBefore }: ListPart, next: List, raw: RawList): List {
  if (before === null) return next;
  const reread = rereadOf(before, rawBefore, next, raw);
  const { list, lost } = carryOver(before, next, reread);
  const message = lostSentence(lost);
  return message === null ? list : { ...list, notes: [...list.notes, { kind: "lost", message }] };
}

/**
 * How a list was read, compared with the one before. Another sheet has other people, also in the same
 * lines.
 */
function rereadOf(before: List, rawBefore: RawList | null, next: List, raw: RawList): Reread {
  const [was, now] = [rawBefore?.workbook?.sheet, raw.workbook?.sheet];
  if (was !== undefined && now !== undefined && was !== now) return "other";
  if (raw.content === rawBefore?.content) return "same";
  const areFiles = next.source.kind === "file" && before.source.kind === "file";
  return areFiles && isSameFileName(next.source.name, before.source.name) ? "edited" : "other";
}

function withList(form: SendForm, list: List): SendForm {
  const { now } = form.people;
  return list === now.list ? form : { ...form, people: addStep(form.people, { ...now, list }) };
}

/** Not a step: the browser undoes typing in the field of addresses. */
function withText(form: SendForm, text: string): SendForm {
  const { people } = form;
  const now = { ...people.now, text };
  // Rows of later text reuse these ids, so corrections survive clearing the field.
  if (text.trim() === "" && !now.list?.corrects)
    return { ...form, people: { ...people, now: { ...now, list: null } }, previewRow: null };
  const list = listOfAddresses(splitRecipients(text), now.list ?? emptyList());
  return { ...form, people: { ...people, now: { ...now, list } } };
}

/** The browser also undoes typing in the chips. */
function withRecipients(form: SendForm, recipients: readonly RecipientText[]): SendForm {
  const { people } = form;
  const list =
    recipients.length === 0 ? null : listOfAddresses(recipients, people.now.list ?? emptyList());
  return {
    ...form,
    people: { ...people, now: { ...people.now, list } },
    previewRow: list === null ? null : form.previewRow,
  };
}

/** Keeps everyone added in the meantime. */
function withoutPeople(form: SendForm, ids: readonly number[]): SendForm {
  const left =
    form.people.now.list?.rows
      .filter(({ id }) => !ids.includes(id))
      .map(({ cells }) => cellText(cells[0])) ?? [];
  if (form.tab === "direct") return withRecipients(form, left.map(recipientText));
  return withText(form, left.join("\n"));
}

/** The table remembers the values that everyone gets now. */
function withSameValues(
  form: SendForm,
  given: Pick<ListPart, "shared"> & { agreed: SendForm["values"] },
): SendForm {
  const { agreed, shared } = given;
  const { now } = form.people;
  const { list } = now;
  const unfinished = form.unfinished.filter((name) => !Object.hasOwn(agreed, name));
  const people = { ...form.people, now: { ...now, shared } };
  const left = { ...form, values: { ...form.values, ...agreed }, unfinished, people };
  const address = list?.columns.indexOf(list.mapping.address ?? "") ?? -1;
  const texts = list ? unskippedRows(list).map(({ cells }) => cellText(cells[address])) : [];
  const recipients = texts.filter((text) => text.trim() !== "").map(recipientText);
  return withNewList(
    left,
    "manual",
    recipients.length === 0 ? null : listOfAddresses(recipients, emptyList()),
  );
}

function withComposed(
  form: SendForm,
  { type: _, ...parts }: Extract<SendFormAction, { type: "compose" }>,
): SendForm {
  const composed = { ...form, ...parts };
  const isAsBefore = composed.subject === form.subject && composed.body === form.body;
  return { ...composed, isMailSent: form.isMailSent && isAsBefore };
}

/** Columns, values and who already has it belong to one email, in undo steps too. */
function withChoice(before: SendForm, choice: EmailChoice): SendForm {
  if (isSameChoice(before.choice, choice)) return before;
  // A deleted template: its values may fit the next one.
  if (choice.kind === "none") return { ...before, choice, previewRow: null };
  const isOther = before.choice.kind === "template" && choice.kind === "template";
  // By the specification, another template in Direct Send starts with no recipients. You can undo
  // that.
  const form = isOther && before.tab === "direct" ? withPeople(before, nobodyOf("direct")) : before;
  const isMailSent = form.isMailSent && choice.kind === form.choice.kind;
  const { now, past } = form.people;
  const people = { now: forAnotherEmail(now), past: past.map(forAnotherEmail) };
  const { formerTemplate: _, ...rest } = form;
  return { ...rest, choice, isMailSent, people, values: {}, unfinished: [], previewRow: null };
}

function forAnotherEmail({ shared: _, ...people }: ListPart): ListPart {
  if (people.list === null) return people;
  const received = people.list.rows.flatMap(({ id, skipped, received }) =>
    skipped === "already_received" || (skipped === null && received) ? id : [],
  );
  const list = applyChange(people.list, { type: "restore", ids: received });
  return { ...people, list: { ...list, mapping: { ...list.mapping, values: new Map() } } };
}

function withValue(
  form: SendForm,
  variable: string,
  value: string,
  isUnfinished: boolean,
): SendForm {
  const others = form.unfinished.filter((name) => name !== variable);
  const unfinished = isUnfinished ? [...others, variable] : others;
  return { ...form, values: { ...form.values, [variable]: value }, unfinished };
}

/** An earlier send's email and settings, for a new list or for people of that send. */
function usedAgain(reused: ReusedSend): SendForm {
  const {
    mode,
    templateId,
    formerTemplate,
    values,
    people,
    startAt,
    copies = NO_COPIES,
    replaces,
    ...mail
  } = reused;
  const when: FormStart = startAt === null ? EMPTY_FORM.when : { kind: "later", at: startAt };
  const found = people?.corrections ?? [];
  // Of a send that is being edited, only those it would skip have something to correct.
  const corrections = replaces ? found.filter(({ reason }) => reason !== "") : found;
  // The values of a file belong to one row: don't greet anyone with someone else's name.
  const own = mode === "manual" ? values : {};
  const again = { ...EMPTY_FORM, when, copies, values: own, ...(replaces && { replaces }) };
  if (templateId !== null) {
    const list = people ? listOfPeople(people) : null;
    const choice = { kind: "template", id: templateId } as const;
    return {
      ...again,
      choice,
      values: people ? {} : own,
      people: historyOf({ ...NO_PEOPLE, mode: people ? "csv" : mode, list, corrections }),
    };
  }
  const former = formerTemplate === undefined ? {} : { formerTemplate };
  const composed = { ...again, ...mail, ...former, choice: { kind: "compose" } } as const;
  if (!people) return { ...composed, people: historyOf({ ...NO_PEOPLE, mode: "manual" }) };
  const text = people.rows.map(({ recipient }) => recipient).join("\n");
  // The rows that the server will find in this text.
  const list = listOfAddresses(splitRecipients(text), listOfPeople({ ...people, variables: [] }));
  return {
    ...composed,
    people: historyOf({ ...NO_PEOPLE, mode: "manual", list, text, corrections }),
  };
}

/** Whether an action discards or replaces the content of the form. */
export function isOverBy(action: SendFormAction, form: SendForm): boolean {
  switch (action.type) {
    case "startOver":
    case "again":
    case "writeTo":
      return true;
    case "mode":
      return action.mode !== form.people.now.mode;
    case "newList":
      return action.list !== null;
    default:
      return false;
  }
}
