import type { Template, TemplateVersion } from "@sendwright/core/contract";
import { useConfirm } from "../../components/Confirm.tsx";
import { type SavedTemplate, useSaveTemplate } from "../../data/templateChanges.ts";
import { fieldsOf } from "../../data/versionQueries.ts";

const UNSAVED = {
  title: "Use this version?",
  text: "What you changed in the editor hasn't been saved and will be lost.",
  action: "Use this version",
  cancel: "Keep editing",
};

const CONFLICT =
  "This template was changed elsewhere since you opened it. If you use this version, the text from there becomes an earlier version.";

interface Input {
  template: Template;
  /** The revision that the editor edits. */
  revision: string | undefined;
  /** Whether the editor has something unsaved. */
  isChanged: boolean;
  onUsed: (saved: SavedTemplate) => void;
}

/** Saves an earlier version as the template's text. */
export function useEarlierText({ template, revision, isChanged, onUsed }: Input) {
  const confirm = useConfirm();
  const saving = useSaveTemplate();
  const save = (of: TemplateVersion, over: string | undefined) =>
    saving.mutate(
      { id: template.id, revision: over, fields: fieldsOf(of) },
      { onSuccess: (saved) => onUsed(saved) },
    );
  const isConflict = saving.error?.reason === "template_changed";
  const failure = saving.error && {
    message: isConflict ? CONFLICT : `Save failed: ${saving.error.message}`,
    isConflict,
  };
  return {
    isSaving: saving.isPending,
    /** Why the last try failed; null if it didn't. */
    failure,
    forgetFailure: saving.reset,
    /** Asks first if that loses something in the editor. */
    bringBack: async (of: TemplateVersion) => {
      if (!isChanged || (await confirm(UNSAVED))) save(of, revision);
    },
    /** Also over what was saved elsewhere. */
    bringBackAnyway: (of: TemplateVersion) => save(of, undefined),
  };
}
