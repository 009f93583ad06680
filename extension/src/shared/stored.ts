import type { Attempt } from "@sendwright/core/attempt/attempt";
import {
  AppError,
  type DateFormat,
  type HandedList,
  isReason,
  type RowResult,
  type Send,
  type TimeFormat,
} from "@sendwright/core/contract";
import type { Upload } from "@sendwright/core/list/upload";
import type { StoredList } from "@sendwright/web/parts";

/**
 * A refusal as it can be stored, and as it travels from the worker to a surface; an `AppError`
 * cannot.
 */
export interface StoredRefusal {
  reason: string;
  message: string;
  requestId?: string;
  retryAfter?: number;
}

export function toStored({ reason, message, requestId, retryAfter }: AppError): StoredRefusal {
  return { reason, message, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
}

export function fromStored({ reason, message, ...more }: StoredRefusal): AppError {
  return new AppError(isReason(reason) ? reason : "internal_server_error", message, more);
}

/** Who is signed in, as the page's event said. */
export interface StoredSession {
  uid: string;
  email: string;
  idToken: string;
  refreshToken: string;
  /** When the ID token was issued, milliseconds since 1970. */
  issuedAt: number;
  /** When the page last spoke. */
  heardAt: number;
}

/** The last signed-in person, as they may still be named after their session has ended. */
interface StoredPerson {
  uid: string;
  email: string;
}

/** The form's content. Texts only, because it is written at every key. */
export interface Draft {
  uid: string;
  /** Null: none chosen. "": composed by hand. */
  templateId: string | null;
  /** As written, parsed when shown. */
  recipients: string[];
  /** What is known of the recipients, if they have values of their own. */
  table?: StoredList | undefined;
  typed: string;
  /** Variable → value; pairs, so that a name like `__proto__` is a name. */
  values: [string, string][];
  unfinished: string[];
  subject: string;
  body: string;
  isPreviewed: boolean;
  /** Domains of addresses that look wrong and are sent as typed. */
  asTyped?: string[] | undefined;
  /** People who may or may not have received the last email. */
  unknown: string[];
  /** Which surface wrote it last: the others take it over. */
  by: string;
}

/** The people, subject and text that a link or a selection names; blank where it names none. */
export interface PrefilledEmail {
  recipients: string[];
  subject: string;
  body: string;
}

/**
 * The task a window was opened for. `leftover`: the part of a `write` that didn't fit into the
 * form.
 */
export type Task =
  | { kind: "insert"; id: string }
  | ({ kind: "write"; id: string } & PrefilledEmail)
  | ({ kind: "leftover" } & PrefilledEmail)
  | ({ kind: "collect"; host: string; trouble: PageTrouble | null; id: string } & PagePeople);

/** A task with the person whose click it was. */
export type StoredTask = Task & {
  /** Null if no one had signed in since the last logout; then the next sign-in tells. */
  uid?: string | null;
  /** When it was clicked, milliseconds since 1970. */
  at?: number;
};

/** Whether a task failed before it began: the page could not be read. */
export function hasFailed(task: Task): boolean {
  return "trouble" in task && task.trouble !== null;
}

/** Why a page could not be read. */
export type PageTrouble = "forbidden" | "no-address" | "busy";

/** The content of a send, fixed at the click on Send. */
export interface SubmittedSend {
  /** "" for a composed email. */
  templateId: string;
  /** The template's revision that was on the screen; absent for a composed email. */
  revision?: string | undefined;
  title: string;
  recipients: string[];
  /** Their values, if each has their own: the table as it is uploaded. */
  upload?: Upload | undefined;
  values: [string, string][];
  dateFormat: DateFormat;
  timeFormat: TimeFormat;
  subject: string;
  /** As it was written. */
  body: string;
}

type Storable<A> = A extends { status: "refused" }
  ? Omit<A, "refusal"> & { refusal: StoredRefusal }
  : A;

export interface StoredAttempt {
  uid: string;
  attempt: Storable<Attempt<SubmittedSend>>;
  /** As last seen. */
  seen: { send: Send; results: RowResult[] } | null;
  /** Whether a person has seen how it ended. */
  isShown: boolean;
}

/** Someone on a page: the address as written there, which may be wrong, and the name beside it. */
export interface FoundPerson {
  address: string;
  /** "" if the page doesn't say it. */
  name: string;
}

/** The people whom a page shows, in its order, each address once. */
export interface PagePeople {
  found: FoundPerson[];
  /** Those that the page shows again in another row or entry. */
  repeated: FoundPerson[];
  /** How many addresses are in the page, but can't be seen. */
  hidden: number;
  /** How many more than a thousand there are. */
  more: number;
}

/** Everything in `chrome.storage.session`. */
export interface SessionValues {
  session: StoredSession;
  /**
   * The last signed-in person: everything else here is theirs, even after their session has ended.
   */
  person: StoredPerson;
  draft: Draft;
  task: StoredTask;
  /** People on their way to Bulk Send, until the site has them. */
  handed: HandedList;
  attempt: StoredAttempt;
  apiKey: string;
}

/** In `chrome.storage.local`: values that outlive the browser. */
export interface RememberedChoices {
  uid: string;
  sticky: [string, string][];
  /** Template ids, the last used first. */
  recent: string[];
}

/** Reads one value of the session's storage. */
export async function read<K extends keyof SessionValues>(
  key: K,
): Promise<SessionValues[K] | null> {
  const found = await chrome.storage.session.get(key);
  return (found[key] as SessionValues[K] | undefined) ?? null;
}

/** Writes values of the session's storage, all at once. */
export async function write(values: Partial<SessionValues>): Promise<void> {
  await chrome.storage.session.set(values);
}

/** Forgets values of the session's storage. */
export async function forget(...keys: (keyof SessionValues)[]): Promise<void> {
  await chrome.storage.session.remove(keys);
}

/** The remembered values of a person. */
export async function readRemembered(uid: string): Promise<RememberedChoices> {
  const { remembered: kept } = (await chrome.storage.local.get("remembered")) as {
    remembered?: RememberedChoices;
  };
  return kept?.uid === uid ? kept : { uid, sticky: [], recent: [] };
}

export async function writeRemembered(kept: RememberedChoices): Promise<void> {
  await chrome.storage.local.set({ remembered: kept });
}

/** The remembered values, with a template as the last one used. */
export function withLastUsed(kept: RememberedChoices, templateId: string): RememberedChoices {
  return {
    ...kept,
    recent: [templateId, ...kept.recent.filter((id) => id !== templateId)].slice(0, 50),
  };
}

/** Forgets everything about a person, in memory and on disk. */
export async function forgetPerson(): Promise<void> {
  await Promise.all([
    chrome.storage.session.remove([
      "session",
      "person",
      "draft",
      "task",
      "handed",
      "attempt",
    ] satisfies (keyof SessionValues)[]),
    chrome.storage.local.remove("remembered"),
  ]);
}
