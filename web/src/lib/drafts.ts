/** A tab's drafts of unsent forms, each under its person's id. A browser that stores nothing is not an error. */
const PREFIX = "sendwright:of:";
const MARK = ":draft:";

/** The size limit for all forms of a tab, in bytes. */
export const MAX_DRAFTS = 2_000_000;

/** How long a draft is kept, milliseconds. A tab can stay open for weeks. */
const KEPT_FOR = 86_400_000;

function keyOf(uid: string, kind: string): string {
  return `${PREFIX}${uid}${MARK}${kind}`;
}

/** A form's draft from the last 24 hours, or null. Deletes an older draft. */
export function storedDraft(uid: string, kind: string): unknown {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(uid, kind)) ?? "null");
    const isDraft = typeof stored === "object" && stored !== null && "at" in stored && "draft" in stored;
    if (isDraft && typeof stored.at === "number" && Date.now() - stored.at < KEPT_FOR) return stored.draft;
    sessionStorage.removeItem(keyOf(uid, kind));
    return null;
  } catch {
    // Storage may be blocked, or the value may not be ours: then the form begins empty, and everything else works.
    return null;
  }
}

export type Keeping = "kept" | "too-large" | "refused";

/**
 * Keeps the drafts of all forms (null: nothing to keep). Drops a draft that is too large, and its older version too.
 */
export function storeDrafts(uid: string, drafts: ReadonlyMap<string, unknown>): Keeping {
  const texts = [...drafts].map(([kind, draft]) => ({ key: keyOf(uid, kind), text: textOf(draft) }));
  const room = texts.reduce((left, { text }) => left - new Blob([text]).size, MAX_DRAFTS);
  // The smaller ones are kept even where the largest is not.
  const largest = texts.reduce((most, one) => (one.text.length > most.text.length ? one : most), { key: "", text: "" });
  const keeping = texts.map(({ key, text }) => store(key, room < 0 && key === largest.key ? "" : text));
  if (keeping.includes(false)) return "refused";
  return room < 0 ? "too-large" : "kept";
}

function textOf(draft: unknown): string {
  return draft === null ? "" : JSON.stringify({ at: Date.now(), draft });
}

function store(key: string, text: string): boolean {
  try {
    // First, so that an older draft is not taken for this one when there is no room.
    sessionStorage.removeItem(key);
    if (text !== "") sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets the drafts of this tab, but for those of the user `except`. */
export function forgetDrafts(except?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isDraft = key.startsWith(PREFIX) && key.includes(MARK);
      if (isDraft && (except === undefined || !key.startsWith(`${PREFIX}${except}${MARK}`))) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // As above.
  }
}
