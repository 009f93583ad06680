import { addressKey, parseRecipient, type RecipientText, type RowResult } from "@sendwright/functions/contract";

/** Everything that a person has chosen or written on the screen. What follows from it is worked out elsewhere. */
export interface DirectForm {
  templateId: string | null;
  recipients: readonly RecipientText[];
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
  /**
   * Stands for one press of Send until it is certain what became of it: pressed again after a lost answer, the server finds the
   * send by its key instead of making a second one.
   */
  key: string | null;
  isSending: boolean;
  /** What was odd about beginning the send: the answer was lost, or an earlier press of Send had begun it. */
  trouble: "lost" | "earlier" | null;
  /** The send whose outcome is on the screen. */
  shown: string | null;
}

const EMPTY_PARTS = {
  recipients: [],
  typed: "",
  values: new Map<string, string>(),
  unfinished: new Set<string>(),
  isPreviewed: false,
  unknown: [],
} as const;

export const EMPTY_FORM: DirectForm = {
  templateId: null,
  ...EMPTY_PARTS,
  files: [],
  generation: 0,
  key: null,
  isSending: false,
  trouble: null,
  shown: null,
};

export type FormAction =
  | { type: "template"; id: string }
  | { type: "templateGone" }
  | { type: "recipients"; recipients: readonly RecipientText[] }
  | { type: "typed"; text: string }
  | { type: "value"; name: string; value: string; isUnfinished: boolean }
  | { type: "files"; files: readonly File[] }
  | { type: "preview" }
  | { type: "sending"; key: string }
  | { type: "trouble"; trouble: "lost" | "earlier" }
  | { type: "notBegun" }
  | { type: "ended"; results: readonly RowResult[] }
  | { type: "leave" }
  | { type: "close" }
  | { type: "again"; address: string }
  | { type: "settled"; address: string };

/** The form's rules (specification, section 4: Direct Send). Takes the form and what happened; gives the form after it. */
export function directForm(form: DirectForm, action: FormAction): DirectForm {
  switch (action.type) {
    case "template":
      return withTemplate(form, action.id);
    case "templateGone":
      return { ...form, templateId: null, isPreviewed: false };
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
    case "sending":
      return { ...form, key: action.key, isSending: true, trouble: null, shown: action.key };
    case "trouble":
      return { ...form, trouble: action.trouble };
    case "notBegun":
      return { ...form, isSending: false, trouble: null, shown: null };
    case "ended":
      return afterSending(form, action.results);
    case "leave":
      return { ...cleared(form), shown: null, trouble: null };
    case "close":
      return { ...form, shown: null, trouble: null };
    case "again":
      return { ...withoutUnknown(form, action.address), recipients: withRecipient(form.recipients, action.address) };
    case "settled":
      return withoutUnknown(form, action.address);
  }
}

function withTemplate(form: DirectForm, id: string): DirectForm {
  if (id === form.templateId) return form;
  // Recipients that were typed before any template was chosen belong to this one.
  const kept = form.templateId === null ? { recipients: form.recipients, typed: form.typed } : {};
  return { ...form, ...EMPTY_PARTS, ...kept, templateId: id, generation: form.generation + 1 };
}

function withValue(
  form: DirectForm,
  { name, value, isUnfinished }: Extract<FormAction, { type: "value" }>,
): DirectForm {
  const unfinished = new Set(form.unfinished);
  if (isUnfinished) unfinished.add(name);
  else unfinished.delete(name);
  return { ...form, values: new Map(form.values).set(name, value), unfinished };
}

/** The template stays, and so do remembered values, because they are not in the form. */
function cleared(form: DirectForm): DirectForm {
  const { templateId, generation, shown, trouble } = form;
  return { ...EMPTY_FORM, templateId, generation: generation + 1, shown, trouble };
}

/**
 * Nobody who got the email, or may have got it, stays among the recipients: pressing Send again cannot reach them twice. After a
 * reload the recipients are gone from the form; those who did not get it come back.
 */
function afterSending(form: DirectForm, results: readonly RowResult[]): DirectForm {
  const of = (...statuses: RowResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).map(({ recipient }) => recipient);
  const warned = of("warning");
  const reached = new Set([...of("sent"), ...warned].map(keyOf));
  const recipients =
    form.recipients.length > 0
      ? form.recipients.filter(({ address }) => address === null || !reached.has(addressKey(address)))
      : of("failed", "skipped").map(asRecipient);
  const unknown = [...form.unknown.filter((one) => !reached.has(keyOf(one))), ...warned];
  if (recipients.length === 0 && unknown.length === 0) return cleared(form);
  return { ...form, recipients, unknown, key: null, isSending: false };
}

function keyOf(recipient: string): string {
  return addressKey(parseRecipient(recipient)?.address ?? recipient);
}

function withoutUnknown(form: DirectForm, address: string): DirectForm {
  return { ...form, unknown: form.unknown.filter((one) => one !== address) };
}

function withRecipient(recipients: readonly RecipientText[], text: string): readonly RecipientText[] {
  const isThere = recipients.some(({ address }) => address !== null && addressKey(address) === keyOf(text));
  return isThere ? recipients : [...recipients, asRecipient(text)];
}

function asRecipient(text: string): RecipientText {
  return { text, ...(parseRecipient(text) ?? { address: null, name: "" }) };
}
