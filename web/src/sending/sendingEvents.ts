import type { RowResult } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import type { CopyTexts } from "@sendwright/core/recipients/copies";

/**
 * What happens to the emails of a click on Send, or what is to happen to the form. The form follows
 * it (decision 9).
 */
export type SendingEvent =
  /** `key` is the click's. */
  | { type: ClickEvent; key: string }
  /** All that will go out has gone out. */
  | { type: "ended"; key: string; results: readonly RowResult[] }
  /** The email of an earlier send is to be used again. */
  | { type: "reused"; send: ReusedSend }
  /** The people of an earlier send are to get another email. */
  | { type: "peopleReused"; people: PeopleOfSend };

type ClickEvent =
  /** The call leaves. */
  | "asked"
  /** The server has the emails and holds them. */
  | "held"
  /** The emails go out. */
  | "begun"
  /** The emails of an earlier click with this key go out, and none of these. */
  | "conflicted"
  /** Nothing was sent, because the send whose place it was to take is no longer scheduled. */
  | "tooLateToEdit"
  /** None of the emails go out, because an edited send has taken their place. */
  | "replaced"
  /** Nothing was sent: you undid it. */
  | "undone"
  /** Nothing was sent: the server refused. */
  | "refused"
  /** Nothing was sent: the call certainly never arrived. */
  | "absent"
  /** The server no longer has the emails, which may have been sent. */
  | "gone"
  /** The emails still go out, but the screen shows another click, or none. */
  | "left";

/** Someone in an earlier send who is being corrected. */
export interface Correction {
  /** Their row in it. */
  row: number;
  /** Their address as typed, or their name if there is no address. */
  who: string;
  /** Why they didn't get it; "" if they had no problem. */
  reason: string;
}

/** People of an earlier send who are being corrected or get another email. */
export interface PeopleAgain extends PeopleOfSend {
  /** One for each email, and why its person didn't get it. */
  corrections: readonly Correction[];
}

/** A scheduled send that is being edited: the form's email is to take its place. */
export interface EditedSend {
  /** Its id. */
  send: string;
  /** When it was to start when you opened it, ISO time. */
  startsAt: string;
  /** The names of its files that must be chosen again. */
  files: readonly string[];
}

/** An earlier send's email and settings, for reuse. */
export interface ReusedSend extends Formats {
  mode: "csv" | "manual";
  /**
   * Its template as it is now; null if it never had one or it was deleted: then the email itself is
   * used.
   */
  templateId: string | null;
  /**
   * The deleted template that the email came from: its receivers have this email. Absent if there
   * is none.
   */
  formerTemplate?: string;
  subject: string;
  body: string;
  /** Whether a composed email gets the account's signature; it does if absent. */
  signature?: boolean;
  /** In manual mode: placeholder → value, the same for everyone. */
  values: Readonly<Record<string, string>>;
  /** Where replies go, and who gets a copy of every email; no one if absent. */
  copies?: CopyTexts;
  /** Its scheduled start (ISO time); null for now. */
  startAt: string | null;
  /** The people to send to; absent for a new list. */
  people?: PeopleAgain;
  /** If it is scheduled and is being edited. */
  replaces?: EditedSend;
}
