import Button from "@mui/material/Button";
import type { TemplateFields } from "@sendwright/core/contract";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useLimits } from "../../data/configQuery.ts";
import { useTemplates, useUnreadableTemplates } from "../../data/templateQueries.ts";
import { useSession } from "../../lib/useSession.ts";
import { type EditorDraft, keptInEditor } from "./editorDraft.ts";
import { TemplateEditor, useTemplateEditor } from "./TemplateEditorProvider.tsx";
import { TemplateList } from "./TemplateList.tsx";
import styles from "./Templates.module.css";

interface OpenEditor {
  templateId: string | null;
  starter: TemplateFields | null;
  draft: EditorDraft | null;
}

/** The user's templates, and the editor over them. */
function ManageTemplates() {
  const { data: templates } = useTemplates();
  const { data: unreadable = [] } = useUnreadableTemplates();
  const { MAX_TEMPLATES_PER_USER: most } = useLimits();
  const { opened, show, open, close } = useTemplateEditor<OpenEditor>();
  const count = templates && templates.length + unreadable.length;
  const begin = (given: Partial<OpenEditor>) =>
    open({ templateId: null, starter: null, draft: null, ...given });
  const isFull = count !== undefined && count >= most;

  // The draft of an earlier visit. If the list is slow, an editor that was opened meanwhile has kept
  // its own by the time the list arrives.
  const [draft] = useState(keptInEditor);
  const hasLooked = useRef(false);
  const isOpened = opened !== null;
  // A link to a new template, as in the extension.
  const isNewAsked = useLocation().hash === "#templates/new";
  const navigate = useNavigate();
  useEffect(() => {
    if (!templates || (hasLooked.current && !isNewAsked)) return;
    const kept = hasLooked.current ? null : draft;
    hasLooked.current = true;
    if (isNewAsked) void navigate({ hash: "templates" }, { replace: true });
    if (show || (isOpened && !isNewAsked)) return;
    if (kept) {
      // After a reload the editor continues with its draft; if its template was deleted since, it
      // becomes a new one.
      const edited = templates.find(({ id }) => id === kept.templateId);
      open({ templateId: edited?.id ?? null, starter: null, draft: kept });
    } else if (isNewAsked && !isFull) open({ templateId: null, starter: null, draft: null });
  }, [templates, open, draft, isOpened, show, isNewAsked, isFull, navigate]);

  const heading = useRef<HTMLHeadingElement>(null);
  const lastCount = useRef(count);
  /**
   * A deleted row takes the focus with it: the focus then continues here, and not at the top of the
   * page.
   */
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
        <h1 ref={heading} tabIndex={-1} className="size-28">
          Manage Templates
        </h1>
        {count !== undefined && count > 0 && (
          <span className="hint tabular">
            {count} of {most}
          </span>
        )}
        <Button
          variant="contained"
          startIcon={<Plus size={18} aria-hidden />}
          disabled={isFull}
          onClick={() => begin({})}
          className={styles.create ?? ""}
        >
          Create New Template
        </Button>
      </div>
      {isFull && (
        <p className={styles.full}>
          You have {most} templates, the most you can keep. Delete one to create another.
        </p>
      )}
      <TemplateList
        isFull={isFull}
        onOpen={(templateId) => begin({ templateId })}
        onStart={(starter) => begin({ starter })}
      />
      {opened && (
        <TemplateEditor
          key={opened.opening}
          show={show}
          opening={opened.opening}
          templateId={opened.given.templateId}
          starter={opened.given.starter}
          draft={opened.given.draft}
          onClose={close}
          onClosed={keepFocus}
        />
      )}
    </>
  );
}

/** The tab "Manage Templates". */
export default function TemplatesTab() {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading..." />;
  if (!isAuthenticated) return <Notice>Please sign in to manage your templates.</Notice>;
  return <ManageTemplates />;
}
