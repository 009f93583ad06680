import type { DateFormat, RowResult, Send, SendAnswer, TimeFormat } from "@sendwright/core/contract";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import type { Variant } from "../components/VariantIcon.tsx";
import type { Account } from "./account.ts";
import type { FormStore } from "./formStore.ts";

export interface Notification {
  message: string;
  variant: Variant;
}

/** Somebody of an earlier send who is to be put right. */
export interface Correction {
  /** Their row in it. */
  row: number;
  /** Their address as it was written; their name where there is none. */
  who: string;
  /** Why they did not get it; "" where nothing was wrong with them. */
  reason: string;
}

/** People of an earlier send who are to be corrected, and why they didn't get it. */
export interface PeopleAgain extends PeopleOfSend {
  corrections: readonly Correction[];
}

/** An earlier send's mail and settings, to be used once more. */
export interface ReusedSend {
  mode: "csv" | "manual";
  /** Its template as it is now; null when there is none, or no longer: then the mail itself is used. */
  templateId: string | null;
  subject: string;
  body: string;
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  /** In manual mode: variable → value, the same for all. */
  values: Readonly<Record<string, string>>;
  /** When it was to begin (ISO time); null for now. */
  startAt: string | null;
  /** To whom; without them to a new list. */
  people?: PeopleAgain;
}

/** What a call says of a hold: the seconds in which it can be undone, or nothing. */
type HoldRequest = { hold?: number };

/** One way of sending: what is its own about a press of Send. The rest is the same for all (decision 9). */
export interface SendMode<Submitted, Call> {
  kind: "direct" | "bulk";
  /** The form of an account. */
  form: (account: Account) => FormStore<Submitted, never>;
  /** Whether there are emails of an account that weren't sent and would be missed. */
  hasUnsent: (account: Account) => boolean;
  /** Makes the call of a press, which may ask for a hold. Throws AppError. */
  begin: (key: string, call: Call, hold: HoldRequest) => Promise<SendAnswer>;
  /** What comes back once a send has ended: the form for people who surely didn't get it; null if there are none. */
  unreached?: (submitted: Submitted | null, results: readonly RowResult[]) => Submitted | null;
  /** Makes the people of an earlier send the list of another email. */
  writeTo?: (account: Account, people: PeopleOfSend) => void;
  /** Puts the mail of an earlier send into the form, for a new list or for people of that send. */
  reuse?: (account: Account, again: ReusedSend) => void;
  words: {
    /** What stands before a refusal in its toast. */
    toast: string;
    /** And in the panel. */
    panel: string;
    /** A send of this form has been asked for, and there is nothing to see of it yet. */
    asked: (submitted: Submitted | null) => string;
    /** How a send has ended; the words are the same whether its call was answered before the end or after it. */
    ended: (send: Send) => Notification;
  };
  /** How long toasts stay, milliseconds. */
  toasts: { good: number; bad: number };
}
