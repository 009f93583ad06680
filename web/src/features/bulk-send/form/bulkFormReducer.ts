import type { DateFormat, TimeFormat } from "@sendwright/core/contract";
import { changed, type ListChange } from "@sendwright/core/list/change";
import { historyOf, stepped, undone, withOwnIds } from "@sendwright/core/list/history";
import type { List } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses, listOfPeople, type PeopleOfSend } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import type { Again } from "../../../sending/way.ts";
import {
  type BulkForm,
  type Choice,
  EMPTY_BULK_FORM,
  type Mode,
  NOBODY,
  type People,
  type Raw,
  type When,
} from "./bulkForm.ts";
import { unsentPart } from "./unsentPart.ts";

export type BulkFormAction =
  | { type: "mode"; mode: Mode }
  | { type: "choice"; choice: Choice }
  | { type: "compose"; subject?: string; body?: string; dateFormat?: DateFormat; timeFormat?: TimeFormat }
  /** Another list takes the place of the one there is; null for none. */
  | { type: "newList"; list: List | null; raw?: Raw }
  | { type: "list"; change: ListChange }
  | { type: "undo" }
  /** A list comes along from Direct Send. */
  | { type: "takeOver"; templateId: string; list: List; values: BulkForm["values"] }
  | { type: "manualText"; text: string }
  | { type: "value"; variable: string; value: string; isUnfinished: boolean }
  | { type: "attachments"; files: readonly File[] }
  | { type: "preview"; row: number | null }
  | { type: "when"; when: When }
  /** The person doesn't want what was restored. */
  | { type: "afresh" }
  /** An earlier send's email is used once more. */
  | { type: "again"; again: Again }
  /** People of an earlier send get another email. */
  | { type: "writeTo"; people: PeopleOfSend }
  /** A send has begun; `frozen` is the form it was made of. */
  | { type: "begun"; frozen: BulkForm };

/** The form's rules (rule: modes): the form after an action. */
export function bulkForm(form: BulkForm, action: BulkFormAction): BulkForm {
  const { now } = form.people;
  switch (action.type) {
    case "mode":
      if (action.mode === now.mode) return form;
      return { ...withPeople(form, { ...NOBODY, mode: action.mode }), attachments: [] };
    case "choice":
      return withChoice(form, action.choice);
    case "compose":
      return withComposed(form, action);
    case "newList":
      return withNewList(form, now.mode, action.list, action.raw);
    case "list":
      return now.list === null ? form : withList(form, changed(now.list, action.change));
    case "undo":
      return { ...form, people: undone(form.people), previewRow: null };
    case "takeOver":
      return {
        ...withNewList(withChoice(form, { kind: "template", id: action.templateId }), "csv", action.list),
        ...{ attachments: [], values: action.values },
      };
    case "manualText":
      return withText(form, action.text);
    case "value":
      return withValue(form, action.variable, action.value, action.isUnfinished);
    case "attachments":
      return { ...form, attachments: action.files };
    case "preview":
      return { ...form, previewRow: action.row };
    case "when":
      return { ...form, when: action.when };
    case "afresh":
      return EMPTY_BULK_FORM;
    case "again":
      return usedAgain(action.again);
    case "writeTo":
      return { ...EMPTY_BULK_FORM, people: historyOf({ ...NOBODY, list: listOfPeople(action.people) }) };
    case "begun":
      return unsentPart(form, action.frozen);
  }
}

/** The form with other people: one step that can be undone, unless there was no list before. */
function withPeople(form: BulkForm, people: People): BulkForm {
  const history = form.people.now.list === null ? { ...form.people, now: people } : stepped(form.people, people);
  return { ...form, people: history, previewRow: null };
}

function withNewList(form: BulkForm, mode: Mode, list: List | null, raw: Raw | null = null): BulkForm {
  return withPeople(form, { ...NOBODY, mode, list: list && withOwnIds(form.people, list), raw });
}

function withList(form: BulkForm, list: List): BulkForm {
  const { now } = form.people;
  return list === now.list ? form : { ...form, people: stepped(form.people, { ...now, list }) };
}

/** The browser undoes what is typed in the field of addresses, so that is no step. */
function withText(form: BulkForm, text: string): BulkForm {
  const { people } = form;
  const now = { ...people.now, text };
  // The rows of a later text get the ids of these. Who it corrects is known even if it was cleared meanwhile.
  if (text.trim() === "" && !now.list?.corrects)
    return { ...form, people: { ...people, now: { ...now, list: null } }, previewRow: null };
  const list = listOfAddresses(splitRecipients(text), now.list ?? emptyList());
  return { ...form, people: { ...people, now: { ...now, list } } };
}

function withComposed(form: BulkForm, { type: _, ...parts }: Extract<BulkFormAction, { type: "compose" }>): BulkForm {
  const composed = { ...form, ...parts };
  const isAsBefore = composed.subject === form.subject && composed.body === form.body;
  return { ...composed, isMailSent: form.isMailSent && isAsBefore };
}

/** Columns and values belong to one email, and so does who has it already. That holds for an undo too. */
function withChoice(form: BulkForm, choice: Choice): BulkForm {
  const isMailSent = form.isMailSent && choice.kind === form.choice.kind;
  const { now, past } = form.people;
  const people = { now: forAnotherEmail(now), past: past.map(forAnotherEmail) };
  return { ...form, choice, isMailSent, people, values: {}, unfinished: [], previewRow: null };
}

function forAnotherEmail(people: People): People {
  if (people.list === null) return people;
  const received = people.list.rows.flatMap(({ id, skipped }) => (skipped === "already_received" ? id : []));
  const list = changed(people.list, { type: "restore", ids: received });
  return { ...people, list: { ...list, mapping: { ...list.mapping, values: new Map() } } };
}

function withValue(form: BulkForm, variable: string, value: string, isUnfinished: boolean): BulkForm {
  const others = form.unfinished.filter((name) => name !== variable);
  const unfinished = isUnfinished ? [...others, variable] : others;
  return { ...form, values: { ...form.values, [variable]: value }, unfinished };
}

/** The email of an earlier send and its settings, for a new list or for people of that send. */
function usedAgain({ mode, templateId, values, people, startAt, ...mail }: Again): BulkForm {
  const when: When = startAt === null ? EMPTY_BULK_FORM.when : { kind: "later", at: startAt };
  const corrections = people?.corrections ?? [];
  // The values of a file are one row's: no one is greeted by someone else's name.
  const again = { ...EMPTY_BULK_FORM, when, values: mode === "manual" ? values : {} };
  if (templateId !== null) {
    const list = people ? listOfPeople(people) : null;
    const choice = { kind: "template", id: templateId } as const;
    const own = people ? {} : again.values;
    return {
      ...again,
      choice,
      values: own,
      people: historyOf({ ...NOBODY, mode: people ? "csv" : mode, list, corrections }),
    };
  }
  const composed = { ...again, ...mail, choice: { kind: "compose" } } as const;
  if (!people) return { ...composed, people: historyOf({ ...NOBODY, mode: "manual" }) };
  const text = people.rows.map(({ recipient }) => recipient).join("\n");
  // The rows that the server will find in this text.
  const list = listOfAddresses(splitRecipients(text), listOfPeople({ ...people, variables: [] }));
  return { ...composed, people: historyOf({ ...NOBODY, mode: "manual", list, text, corrections }) };
}
