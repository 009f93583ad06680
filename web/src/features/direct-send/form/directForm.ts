import type { RowResult } from "@sendwright/core/contract";
import { afterEnd } from "@sendwright/core/recipients/afterEnd";
import { addressKey, type RecipientText, recipientKey, recipientText } from "@sendwright/core/recipients/recipients";

/** Everything that a person has chosen or written on the screen. What follows from it is worked out elsewhere. */
export interface DirectForm {
  templateId: string | null;
  recipients: readonly RecipientText[];
  /** Those that the choice of another template took out; they can be brought back. */
  takenOut: readonly RecipientText[];
  /** What stands in the recipients' field and has not been added yet. */
  typed: string;
  /** Only what was written here: a sticky variable that is not in it has its remembered value. */
  values: ReadonlyMap<string, string>;
  /** Variables in whose field something stands that is no date or time yet. */
  unfinished: ReadonlySet<string>;
  files: readonly File[];
  /** Whether a preview was asked for; from then on it follows the form. */
  isPreviewed: boolean;
  /** Those of whom nobody can tell whether they got the last email. */
  unknown: readonly string[];
  /** Counts how often the fields began anew. */
  generation: number;
}

const EMPTY_PARTS = {
  recipients: [],
  takenOut: [],
  typed: "",
  values: new Map<string, string>(),
  unfinished: new Set<string>(),
  isPreviewed: false,
} as const;

export const EMPTY_DIRECT_FORM: DirectForm = {
  templateId: null,
  ...EMPTY_PARTS,
  files: [],
  unknown: [],
  generation: 0,
};

/** Whether something stands in the form that a person wrote or chose, the template apart. */
export function hasDirectContent({ recipients, typed, values, files }: DirectForm): boolean {
  return recipients.length > 0 || files.length > 0 || [typed, ...values.values()].some((text) => text.trim() !== "");
}

export type DirectFormAction =
  | { type: "template"; id: string }
  | { type: "templateGone" }
  /** Those whom the choice of a template took out are wanted after all. */
  | { type: "bringBack" }
  /** What was restored is not wanted. */
  | { type: "afresh" }
  | { type: "recipients"; recipients: readonly RecipientText[] }
  | { type: "typed"; text: string }
  | { type: "value"; name: string; value: string; isUnfinished: boolean }
  | { type: "files"; files: readonly File[] }
  | { type: "preview" }
  /** A send has ended, made of the form as it was then; null when nobody knows it, after a reload. */
  | { type: "ended"; results: readonly RowResult[]; frozen: DirectForm | null }
  /** A send goes on by itself; the form is for another one. */
  | { type: "left"; frozen: DirectForm | null }
  | { type: "again"; address: string }
  | { type: "settled"; address: string };

/** Whether what stood in the form before an action is sent by it, thrown away or replaced. */
export function isDirectOverBy(action: DirectFormAction, { templateId }: DirectForm): boolean {
  if (action.type === "template") return templateId !== null && action.id !== templateId;
  return action.type === "ended" || action.type === "left" || action.type === "afresh";
}

/** The form's rules (rule: choosing a template): the form after what happened. */
export function directForm(form: DirectForm, action: DirectFormAction): DirectForm {
  switch (action.type) {
    case "template":
      return withTemplate(form, action.id);
    case "templateGone":
      return { ...form, templateId: null, isPreviewed: false };
    case "bringBack":
      return { ...form, recipients: together(form.recipients, form.takenOut), takenOut: [] };
    case "afresh":
      return {
        ...EMPTY_DIRECT_FORM,
        templateId: form.templateId,
        unknown: form.unknown,
        generation: form.generation + 1,
      };
    case "recipients":
      return { ...form, recipients: action.recipients };
    case "typed":
      return { ...form, typed: action.text };
    case "value":
      return withValue(form, action);
    case "files":
      return { ...form, files: action.files };
    case "preview":
      return { ...form, isPreviewed: true };
    case "ended":
      return afterSending(form, action.results, action.frozen);
    case "left":
      return withoutSent({ ...form, recipients: unlike(form.recipients, action.frozen?.recipients) }, action.frozen);
    case "again":
      return { ...withoutUnknown(form, action.address), recipients: withRecipient(form.recipients, action.address) };
    case "settled":
      return withoutUnknown(form, action.address);
  }
}

function withTemplate(form: DirectForm, id: string): DirectForm {
  if (id === form.templateId) return form;
  // Recipients that were typed before any template was chosen belong to this one.
  const { recipients, typed } = form;
  const kept = form.templateId === null ? { recipients, typed } : { takenOut: together(form.takenOut, recipients) };
  return { ...form, ...EMPTY_PARTS, ...kept, templateId: id, generation: form.generation + 1 };
}

/** Both lists, the second without whom the first has already. */
function together(first: readonly RecipientText[], second: readonly RecipientText[]): readonly RecipientText[] {
  const keys = new Set(first.map(({ address, text }) => (address === null ? text : addressKey(address))));
  return [...first, ...second.filter(({ address, text }) => !keys.has(address === null ? text : addressKey(address)))];
}

function withValue(
  form: DirectForm,
  { name, value, isUnfinished }: Extract<DirectFormAction, { type: "value" }>,
): DirectForm {
  const unfinished = new Set(form.unfinished);
  if (isUnfinished) unfinished.add(name);
  else unfinished.delete(name);
  return { ...form, values: new Map(form.values).set(name, value), unfinished };
}

/** What is not among the others, or everything where nobody knows them. */
function unlike<T>(all: readonly T[], others: readonly T[] = []): readonly T[] {
  return all.filter((one) => !others.includes(one));
}

/**
 * Removes what was sent, recipients apart, and nothing that was written since. The template stays, and so do remembered
 * values, because they are not in the form.
 */
function withoutSent(form: DirectForm, frozen: DirectForm | null): DirectForm {
  return {
    ...form,
    takenOut: [],
    typed: form.typed === frozen?.typed ? "" : form.typed,
    values: new Map([...form.values].filter(([name, value]) => frozen?.values.get(name) !== value)),
    unfinished: new Set([...form.unfinished].filter((name) => !frozen?.unfinished.has(name))),
    files: unlike(form.files, frozen?.files),
    isPreviewed: false,
    generation: form.generation + 1,
  };
}

/**
 * A person who is reached is no longer a recipient. After a reload they are all gone from the form: those who did not
 * get it come back.
 */
function afterSending(form: DirectForm, results: readonly RowResult[], frozen: DirectForm | null): DirectForm {
  const { isReached, notReached, unknown } = afterEnd(results, form.unknown);
  const isLeft = ({ address }: RecipientText) => address === null || !isReached(address);
  const left = form.recipients.filter(isLeft);
  const recipients = frozen === null ? notReached.reduce(withRecipient, left) : left;
  const after = { ...form, recipients, takenOut: form.takenOut.filter(isLeft), unknown };
  return recipients.length === 0 && unknown.length === 0 ? withoutSent(after, frozen) : after;
}

function withoutUnknown(form: DirectForm, address: string): DirectForm {
  return { ...form, unknown: form.unknown.filter((one) => one !== address) };
}

function withRecipient(recipients: readonly RecipientText[], text: string): readonly RecipientText[] {
  const isThere = recipients.some(({ address }) => address !== null && addressKey(address) === recipientKey(text));
  return isThere ? recipients : [...recipients, recipientText(text)];
}
