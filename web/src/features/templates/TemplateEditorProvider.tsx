import type { Template } from "@sendwright/core/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, startTransition, useCallback, useState } from "react";
import { later } from "../../components/later.tsx";
import { templateToEdit } from "../../data/templateQueries.ts";
import { TemplateEditorContext, type WriteTemplate } from "../../lib/templateEditorContext.ts";

/** How many editors were opened, in all screens. */
let openings = 0;

/**
 * Whether the template editor is open, its input, and the functions to open and close it. Each
 * opening has its own number here, the `key` of its editor. Opening one with a template's id asks for
 * that template at once, while the editor is drawn.
 */
export function useTemplateEditor<Given>() {
  const [opened, setOpened] = useState<{ opening: string; given: Given } | null>(null);
  const [show, setShow] = useState(false);
  const cache = useQueryClient();
  const open = useCallback(
    (given: Given, templateId: string | null) => {
      openings += 1;
      const opening = String(openings);
      if (templateId !== null) void cache.prefetchQuery(templateToEdit(templateId, opening));
      // Drawing the editor takes a while: it must not hold up that call.
      startTransition(() => {
        setOpened({ opening, given });
        setShow(true);
      });
    },
    [cache],
  );
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
  const write = useCallback<WriteTemplate>(
    (what, onSaved) => open({ what, onSaved }, "id" in what ? what.id : null),
    [open],
  );
  return (
    <TemplateEditorContext value={write}>
      {children}
      {opened && (
        <TemplateEditor
          key={opened.opening}
          opening={opened.opening}
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
