import type { CsvDelimiter, DateFormat, RowResult, Send, SendAnswer, TimeFormat } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import type { CopyTexts } from "@sendwright/core/recipients/copies";
import type { Variant } from "../components/noticeProps.tsx";
import type { Account } from "./account.ts";
import type { FormStore } from "./formStore.ts";

/** The files that hold lists. */
export const LIST_FILES = ".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,text/csv,text/tab-separated-values,text/plain";

export interface Notification {
  message: string;
  variant: Variant;
}

/** Someone in an earlier send who is being corrected. */
export interface Correction {
  /** Their row in it. */
  row: number;
  /** Their address as typed, or their name if there is no address. */
  who: string;
  /** Why they didn't get it; "" if they had no problem. */
  reason: string;
}

/** People of an earlier send who are being corrected, and why they didn't get it. */
export interface PeopleAgain extends PeopleOfSend {
  corrections: readonly Correction[];
}

/** An earlier send's email and settings, for reuse. */
export interface ReusedSend {
  mode: "csv" | "manual";
  /** Its template as it is now; null if it never had one or it was deleted: then the email itself is used. */
  templateId: string | null;
  subject: string;
  body: string;
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  /** Whether a composed email gets the account's signature; it does if absent. */
  signature?: boolean;
  /** In manual mode: placeholder → value, the same for everyone. */
  values: Readonly<Record<string, string>>;
  /** Where replies go, and who gets a copy of every email; no one if absent. */
  copies?: CopyTexts;
  /** Its scheduled start (ISO time); null for now. */
  startAt: string | null;
  /** The people to send to; null for a new list. */
  people?: PeopleAgain;
}

/** The hold that a call asks for: the seconds during which it can be undone, or nothing. */
type HoldRequest = { hold?: number };

/** One send mode: the parts that differ between Direct Send and Bulk Send. The rest is shared (decision 9). */
export interface SendMode<Submitted, Call> {
  kind: "direct" | "bulk";
  /** The form of an account. */
  form: (account: Account) => FormStore<Submitted, never>;
  /** Whether an account has unsent emails that would be missed. */
  hasUnsent: (account: Account) => boolean;
  /** Makes the call for a click on Send, which may ask for a hold. Throws AppError. */
  begin: (key: string, call: Call, hold: HoldRequest) => Promise<SendAnswer>;
  /**
   * The form that comes back once a send has ended, for people who surely didn't get it; null if there are no such
   * people.
   */
  unreached?: (submitted: Submitted | null, results: readonly RowResult[]) => Submitted | null;
  /** Makes the people of an earlier send the list of another email. */
  writeTo?: (account: Account, people: PeopleOfSend) => void;
  /** Puts the email of an earlier send into the form, for a new list or for people of that send. */
  reuse?: (account: Account, again: ReusedSend) => void;
  /** Reads a list's file in the browser. Throws AppError if it can't be read. */
  readList?: (file: File) => Promise<{ list: List; delimiter: CsvDelimiter | null }>;
  words: {
    /** The text before a refusal in its toast. */
    toast: string;
    /** And in the panel. */
    panel: string;
    /** Shown after a click on Send until there is progress to show. */
    asked: (submitted: Submitted | null) => string;
    /** The message when a send has ended; the same whether its call was answered before or after that. */
    ended: (send: Send) => Notification;
  };
  /** How long toasts stay, in milliseconds. */
  toasts: { good: number; bad: number };
}
