import type { Template } from "@sendwright/core/contract";
import { type ReactNode, useCallback, useState } from "react";
import { later } from "../../components/later.tsx";
import { TemplateEditorContext, type WriteTemplate } from "../../lib/templateEditorContext.ts";

/**
 * Whether the template editor is open, its input, and the functions to open and close it. Each
 * opening has its own number here, the `key` of its editor.
 */
export function useTemplateEditor<Given>() {
  const [opened, setOpened] = useState<{ opening: number; given: Given } | null>(null);
  const [show, setShow] = useState(false);
  const open = useCallback((given: Given) => {
    setOpened((last) => ({ opening: (last?.opening ?? 0) + 1, given }));
    setShow(true);
  }, []);
  // The template stays while the editor fades out.
  const close = useCallback(() => setShow(false), []);
  return { opened, show, open, close };
}

export const TemplateEditor = later(() => import("./TemplateEditor.tsx"));

interface EditorRequest {
  what: Parameters<WriteTemplate>[0];
  onSaved: (template: Template) => void;
}

/** Lets screens open the template editor, without leaving their content. */
export function TemplateEditorProvider({ children }: { children: ReactNode }) {
  const { opened, show, open, close } = useTemplateEditor<EditorRequest>();
  const write = useCallback<WriteTemplate>((what, onSaved) => open({ what, onSaved }), [open]);
  return (
    <TemplateEditorContext value={write}>
      {children}
      {opened && (
        <TemplateEditor
          key={opened.opening}
          show={show}
          {...("id" in opened.given.what
            ? { templateId: opened.given.what.id, repeat: opened.given.what.repeat ?? null }
            : { starter: opened.given.what.fields, files: opened.given.what.files ?? null })}
          sample={opened.given.what.sample ?? null}
          onSaved={opened.given.onSaved}
          onClose={close}
        />
      )}
    </TemplateEditorContext>
  );
}
