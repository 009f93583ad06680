import type { Template } from "@sendwright/functions/contract";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { TemplateDeskContext, type TemplateDraft } from "../../sending/templateDesk.ts";

const TemplateEditor = lazy(() => import("./TemplateEditor.tsx"));

interface Opened {
  opening: number;
  draft: TemplateDraft;
  onSaved: (template: Template) => void;
}

/** Lets the screens below it open the template editor with a draft, without leaving what they show. */
export function TemplateDesk({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [show, setShow] = useState(false);
  const write = useCallback((draft: TemplateDraft, onSaved: (template: Template) => void) => {
    setOpened((last) => ({ opening: (last?.opening ?? 0) + 1, draft, onSaved }));
    setShow(true);
  }, []);
  return (
    <TemplateDeskContext value={write}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <TemplateEditor
            key={opened.opening}
            show={show}
            opening={opened.opening}
            starter={opened.draft.fields}
            sample={opened.draft.sample}
            onSaved={opened.onSaved}
            onClose={() => setShow(false)}
          />
        </Suspense>
      )}
    </TemplateDeskContext>
  );
}
