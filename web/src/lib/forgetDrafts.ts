import { PERSONAL, personalKey, removeStored } from "./storage.ts";

const MARK = "draft:";

/** Where a tab keeps the draft of a form. */
export function draftKey(uid: string, kind: string): string {
  return personalKey(uid, `${MARK}${kind}`);
}

/** Forgets the drafts of this tab, but for those of the user `except`. */
export function forgetDrafts(except?: string): void {
  const own = except === undefined ? null : personalKey(except, MARK);
  removeStored(
    "sessionStorage",
    (key) =>
      key.startsWith(PERSONAL) &&
      key.includes(`:${MARK}`) &&
      (own === null || !key.startsWith(own)),
  );
}
