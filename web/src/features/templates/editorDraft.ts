import { templateFields } from "@sendwright/core/contract";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { storeDrafts, storedDraft } from "../../lib/drafts.ts";
import { session } from "../../lib/session.ts";

const KIND = "editor";
/** Change it with the shape of the draft; a draft with another version is dropped. */
const VERSION = 1;
/** How long the editor rests before its text is kept, milliseconds. */
const REST = 400;

const kept = z.object({
  version: z.literal(VERSION),
  /** The template that was edited, and the revision of it that was read; null for a new one. */
  templateId: z.nullable(z.string().check(z.minLength(1))),
  revision: z.nullable(z.string()),
  fields: templateFields,
  /** The names of the files that were to be stored with it. */
  files: z.array(z.string()),
});

/** The editor's unsaved content (rule: drafts). */
export type EditorDraft = Omit<z.infer<typeof kept>, "version">;

/** The signed-in person's draft in this tab; null if there isn't one. */
export function keptInEditor(): EditorDraft | null {
  const { user } = session();
  return user && (kept.safeParse(storedDraft(user.uid, KIND)).data ?? null);
}

/** Replaces the stored draft; null deletes it, after a save or a discard. */
export function keepOfEditor(draft: EditorDraft | null): void {
  const { user } = session();
  if (user) storeDrafts(user.uid, new Map([[KIND, draft && { version: VERSION, ...draft }]]));
}

interface DraftInput extends Pick<EditorDraft, "templateId" | "revision" | "fields"> {
  /** Tells one version of the template that is edited from another. */
  version: string;
  /** The names of its files that aren't stored, also of those that a reload lost. */
  files: readonly string[];
  /** Whether the template has loaded. Until then, the stored draft stays. */
  isReady: boolean;
  /** Whether any of it would be missed. */
  isUnsaved: boolean;
  /** Whether it began with a draft. */
  isRestored: boolean;
}

/** Keeps the editor's content for this person in this tab until it is saved or discarded. */
export function useEditorDraft(standing: DraftInput): void {
  const { version, templateId, revision, fields, files, isReady, isUnsaved, isRestored } = standing;
  const isKept = useRef({ version, is: isRestored });
  useEffect(() => {
    if (!isReady) return;
    if (isKept.current.version !== version) isKept.current = { version, is: isRestored };
    if (!isUnsaved) {
      if (isKept.current.is) keepOfEditor(null);
      isKept.current.is = false;
      return;
    }
    const keep = () => {
      isKept.current.is = true;
      keepOfEditor({ templateId, revision, fields, files: [...files] });
    };
    const timer = setTimeout(keep, REST);
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [version, templateId, revision, fields, files, isReady, isUnsaved, isRestored]);
}
