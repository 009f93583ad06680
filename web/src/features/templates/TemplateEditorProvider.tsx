import type { Template } from "@sendwright/core/contract";
import { lazy, type ReactNode, Suspense, useCallback } from "react";
import { type TemplateDraft, TemplateEditorContext } from "../../sending/templateEditorContext.ts";
import { useTemplateEditor } from "./useTemplateEditor.ts";

const TemplateEditor = lazy(() => import("./TemplateEditor.tsx"));

interface OpenEditor {
  draft: TemplateDraft;
  onSaved: (template: Template) => void;
}

/** Lets screens open the template editor with a draft, without leaving their content. */
export function TemplateEditorProvider({ children }: { children: ReactNode }) {
  const { opened, show, open, close } = useTemplateEditor<OpenEditor>();
  const write = useCallback(
    (draft: TemplateDraft, onSaved: (template: Template) => void) => open({ draft, onSaved }),
    [open],
  );
  return (
    <TemplateEditorContext value={write}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <TemplateEditor
            key={opened.opening}
            show={show}
            opening={opened.opening}
            starter={opened.given.draft.fields}
            sample={opened.given.draft.sample}
            onSaved={opened.given.onSaved}
            onClose={close}
          />
        </Suspense>
      )}
    </TemplateEditorContext>
  );
}
