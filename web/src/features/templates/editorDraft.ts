import { templateFields } from "@sendwright/core/contract";
import { useEffect, useRef } from "react";
import * as z from "zod";
import { storeDrafts, storedDraft } from "../../lib/drafts.ts";
import { session } from "../../lib/session.ts";

const KIND = "editor";
/** Another shape of what is kept is another version; what an older page kept is dropped. */
const VERSION = 1;
/** How long the editor rests before its text is kept, milliseconds. */
const REST = 400;

const kept = z.object({
  version: z.literal(VERSION),
  /** The template that was edited, and the revision of it that was read; null for a new one. */
  templateId: z.string().min(1).nullable(),
  revision: z.string().nullable(),
  fields: templateFields,
  /** The names of the files that were to be stored with it. */
  files: z.array(z.string()),
});

/** What stood in the editor and was not saved (rule: drafts). */
export type EditorDraft = Omit<z.infer<typeof kept>, "version">;

/** What this tab kept of the signed-in person's editor; null when there is nothing. */
export function keptInEditor(): EditorDraft | null {
  const { user } = session();
  return user && (kept.safeParse(storedDraft(user.uid, KIND)).data ?? null);
}

/** Keeps what stands in the editor in the place of what stood there before; null: it was saved or given up. */
export function keepOfEditor(draft: EditorDraft | null): void {
  const { user } = session();
  if (user) storeDrafts(user.uid, new Map([[KIND, draft && { version: VERSION, ...draft }]]));
}

interface Standing extends Pick<EditorDraft, "templateId" | "revision" | "fields"> {
  files: readonly { name: string }[];
  /** Whether any of it would be missed. */
  isUnsaved: boolean;
  /** Whether it began with what was kept. */
  isRestored: boolean;
}

/** Keeps what stands in the editor for this person in this tab until it is saved or given up. */
export function useEditorDraft({ templateId, revision, fields, files, isUnsaved, isRestored }: Standing): void {
  const isKept = useRef(isRestored);
  useEffect(() => {
    if (!isUnsaved) {
      if (isKept.current) keepOfEditor(null);
      isKept.current = false;
      return;
    }
    const keep = () => {
      isKept.current = true;
      keepOfEditor({ templateId, revision, fields, files: files.map(({ name }) => name) });
    };
    const timer = setTimeout(keep, REST);
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [templateId, revision, fields, files, isUnsaved]);
}
