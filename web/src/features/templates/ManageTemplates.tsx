import Button from "@mui/material/Button";
import type { TemplateFields } from "@sendwright/functions/contract";
import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import { useLimits } from "../../data/config.ts";
import { useTemplates } from "../../data/templates.ts";
import styles from "./ManageTemplates.module.css";
import { TemplateList } from "./TemplateList.tsx";
import { useTemplateEditor } from "./useTemplateEditor.ts";

const TemplateEditor = lazy(() => import("./TemplateEditor.tsx"));

interface Given {
  templateId: string | null;
  starter: TemplateFields | null;
}

/** The user's templates, and the editor over them. */
export function ManageTemplates() {
  const { data: templates } = useTemplates();
  const { MAX_TEMPLATES_PER_USER: most } = useLimits();
  const { opened, show, open, close } = useTemplateEditor<Given>();
  const count = templates?.length;
  const isFull = count !== undefined && count >= most;

  const heading = useRef<HTMLHeadingElement>(null);
  const lastCount = useRef(count);
  /** What had the focus may be gone with its row: the keyboard then goes on from here and not from the top of the page. */
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  useEffect(() => {
    if (lastCount.current !== undefined && lastCount.current !== count) keepFocus();
    lastCount.current = count;
  }, [count, keepFocus]);

  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Manage Templates
        </h1>
        {templates && templates.length > 0 && (
          <span className={styles.count}>
            {templates.length} of {most}
          </span>
        )}
        <Button
          variant="contained"
          startIcon={<Plus size={18} aria-hidden />}
          disabled={isFull}
          onClick={() => open({ templateId: null, starter: null })}
          className={styles.create ?? ""}
        >
          Create New Template
        </Button>
      </div>
      {isFull && (
        <p className={styles.full}>You have {most} templates, as many as there can be. Delete one to create another.</p>
      )}
      <TemplateList
        isFull={isFull}
        onOpen={(templateId) => open({ templateId, starter: null })}
        onStart={(starter) => open({ templateId: null, starter })}
      />
      {opened && (
        <Suspense fallback={null}>
          <TemplateEditor
            key={opened.opening}
            show={show}
            opening={opened.opening}
            templateId={opened.given.templateId}
            starter={opened.given.starter}
            onClose={close}
            onClosed={keepFocus}
          />
        </Suspense>
      )}
    </>
  );
}
