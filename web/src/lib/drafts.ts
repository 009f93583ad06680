import { DAY } from "@sendwright/core/dates/units";
import { draftKey } from "./forgetDrafts.ts";
import { readStoredJson, writeStored } from "./storage.ts";

const utf8 = new TextEncoder();

/** The size limit for all forms of a tab, in bytes. */
export const MAX_DRAFTS = 2_000_000;

/** How long a draft is kept, milliseconds. A tab can stay open for weeks. */
const KEPT_FOR = DAY;

/** A form's draft from the last 24 hours, or null. Deletes an older draft. */
export function storedDraft(uid: string, kind: string): unknown {
  const stored = readStoredJson("sessionStorage", draftKey(uid, kind));
  const isDraft =
    typeof stored === "object" && stored !== null && "at" in stored && "draft" in stored;
  if (isDraft && typeof stored.at === "number" && Date.now() - stored.at < KEPT_FOR)
    return stored.draft;
  writeStored("sessionStorage", draftKey(uid, kind), null);
  return null;
}

export type KeepResult = "kept" | "too-large" | "refused";

/**
 * Keeps the drafts of all forms (null: nothing to keep). Drops a draft that is too large, and its
 * older version too.
 */
export function storeDrafts(uid: string, drafts: ReadonlyMap<string, unknown>): KeepResult {
  const texts = [...drafts].map(([kind, draft]) => ({
    key: draftKey(uid, kind),
    text: draftText(draft),
  }));
  // A Blob, which knows its size too, takes milliseconds to make.
  const room = texts.reduce((left, { text }) => left - utf8.encode(text).length, MAX_DRAFTS);
  // The smaller ones are kept even where the largest is not.
  const largest = texts.reduce((most, one) => (one.text.length > most.text.length ? one : most), {
    key: "",
    text: "",
  });
  const keeping = texts.map(({ key, text }) =>
    store(key, room < 0 && key === largest.key ? "" : text),
  );
  if (keeping.includes(false)) return "refused";
  return room < 0 ? "too-large" : "kept";
}

function draftText(draft: unknown): string {
  return draft === null ? "" : JSON.stringify({ at: Date.now(), draft });
}

function store(key: string, text: string): boolean {
  // Removed first, so that an older draft isn't mistaken for this one if storage is full.
  const isRemoved = writeStored("sessionStorage", key, null);
  return text === "" ? isRemoved : writeStored("sessionStorage", key, text);
}
