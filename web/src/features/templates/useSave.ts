import { isBodyTooLong } from "@sendwright/core/body/length";
import type { FieldProblem } from "@sendwright/core/check/templateFields";
import type { AppError, Limits, Template } from "@sendwright/core/contract";
import { lateScript } from "../../components/later.tsx";
import { useToast } from "../../components/Toasts.tsx";
import {
  type SavedTemplate,
  type TemplateSave,
  useSaveTemplate,
} from "../../data/templateChanges.ts";
import { useKeyedState } from "../../lib/useKeyedState.ts";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";
import { type ShownNotice, SYNTAX_WARNINGS_MS } from "./useNotice.ts";
import { savedToast, useSavedToast } from "./useUndo.ts";

/** The check of the fields before a save. Its script loads while the editor is drawn. */
export const FIELD_CHECK = lateScript(() => import("@sendwright/core/check/templateFields"));

/** Runs `work` as soon as the script of the check is loaded; `failed` if it can't be loaded. */
export async function onceCheckLoaded(
  work: () => void,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    if (FIELD_CHECK.loaded() === null) await FIELD_CHECK.preload();
  } catch (error) {
    return failed(error);
  }
  work();
}

/** Someone else was there before: the template was changed or deleted since it was opened. */
export type Conflict = "changed" | "deleted";

/** The errors of the last attempt to save. */
interface SaveErrors {
  problems: FieldProblem[];
  /** The body, where it was too long. */
  longBody: string | null;
}

const NOT_REFUSED: SaveErrors = { problems: [], longBody: null };

interface SaveInput {
  /** Tells one version of the template that is edited from another. */
  version: string;
  template: Template | null;
  /** The one that was edited; `undefined` for a new template. */
  revision: string | undefined;
  fields: EditedFields;
  attachments: EditedAttachments;
  limits: Limits;
  notice: ShownNotice;
  onSaved: ((template: Template) => void) | undefined;
  onDone: () => void;
}

/** Saves the editor's template: check, call and result (rule: saving). */
export function useSave({
  version,
  template,
  revision,
  fields,
  attachments,
  limits,
  notice,
  onSaved,
  onDone,
}: SaveInput) {
  const toast = useToast();
  const mutation = useSaveTemplate();
  const [{ problems, longBody }, setRefused] = useKeyedState(version, () => NOT_REFUSED);
  const [conflict, setConflict] = useKeyedState<Conflict | null>(version, () => null);

  const showSaved = useSavedToast();
  const about = savedToast(template?.id ?? "new");
  const succeeded = ({ template: saved, replaced }: SavedTemplate) => {
    showSaved(`"${saved.name}" saved.`, { template: saved, replaced }, about);
    if (attachments.failed.length > 0) {
      const text = `We couldn't upload these files to "${saved.name}": ${attachments.failed.join(", ")}`;
      toast(text, { variant: "warning", duration: SYNTAX_WARNINGS_MS });
    }
    if (saved.syntax_warnings.length > 0) {
      const text = `Template Syntax Warnings: ${saved.syntax_warnings.join(" ")}`;
      toast(text, { variant: "warning", duration: SYNTAX_WARNINGS_MS });
    }
    onDone();
    onSaved?.(saved);
  };
  const failed = (error: AppError) => {
    attachments.setProgress(null);
    if (error.reason === "template_changed") return setConflict("changed");
    if (error.reason === "not_found" && template) return setConflict("deleted");
    notice.show("danger", `Save failed: ${error.message}`);
    toast("Failed to save template.", { variant: "danger", about, isAnnounced: true });
  };
  const send = (saved: Pick<TemplateSave, "id" | "revision" | "files">) => {
    setConflict(null);
    notice.clear();
    mutation.mutate(
      { ...saved, fields: fields.values, onProgress: attachments.setProgress },
      { onSuccess: succeeded, onError: failed },
    );
  };
  const currentProblems = () =>
    FIELD_CHECK.loaded()?.checkTemplateFields(fields.values, attachments.counted, limits) ?? [];
  const save = (): string | null => {
    const check = FIELD_CHECK.loaded();
    if (check === null) throw new Error("The check of the fields isn't loaded.");
    const { body } = fields.values;
    const found = currentProblems();
    setRefused({ problems: found, longBody: isBodyTooLong(body, limits) ? body : null });
    if (found.length === 0) {
      send({ id: template?.id ?? null, revision, files: attachments.staged });
      return null;
    }
    toast("Please fix validation errors before saving.", { variant: "danger", about });
    return check.validationFailed(found);
  };
  // Reading a long body takes time, and this runs at every key.
  const stillWrong = problems.length === 0 ? [] : currentProblems();
  const isBodyEdited = longBody !== null && longBody !== fields.values.body;
  const remaining = problems.filter(
    ({ field }) =>
      !(field === "body" && isBodyEdited) && stillWrong.some((problem) => problem.field === field),
  );

  return {
    isPending: mutation.isPending,
    /**
     * The problems of the last attempt that remain. We leave out a too long body while you edit it.
     */
    problems: remaining,
    /**
     * True if nothing of the last attempt's errors remains, or while you shorten a too long body.
     */
    isRefusalOver: remaining.length === 0 || isBodyEdited,
    /** Saves and returns null, or returns the notice of the fields' errors (`onceCheckLoaded`). */
    save,
    conflict,
    overwrite: () => send({ id: template?.id ?? null, files: attachments.staged }),
    saveAsNew: () => send({ id: null, files: attachments.inMemory }),
    keepEditing: () => setConflict(null),
  };
}

export type SaveState = ReturnType<typeof useSave>;
