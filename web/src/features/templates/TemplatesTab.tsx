import type { TemplateFields } from "@sendwright/core/contract";
import { FileUp, Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { BusyWord } from "../../components/BusyWord.tsx";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { templatesFull, useTemplateRoom, useTemplates } from "../../data/templateQueries.ts";
import { useSession } from "../../lib/useSession.ts";
import { type EditorDraft, keptInEditor } from "./editorDraft.ts";
import { TemplateEditor, useTemplateEditor } from "./TemplateEditorProvider.tsx";
import { TemplateList } from "./TemplateList.tsx";
import styles from "./Templates.module.css";
import { useDrop, useTemplateFile } from "./useTemplateFile.ts";

interface OpenEditor {
  templateId: string | null;
  starter: TemplateFields | null;
  draft: EditorDraft | null;
  files: readonly File[] | null;
  note: string | null;
}

const BLANK: OpenEditor = { templateId: null, starter: null, draft: null, files: null, note: null };

/** The user's templates, and the editor over them. */
function ManageTemplates() {
  const { data: templates } = useTemplates();
  const { count, most, isFull } = useTemplateRoom();
  const { opened, show, open, close } = useTemplateEditor<OpenEditor>();
  const begin = (given: Partial<OpenEditor>) =>
    open({ ...BLANK, ...given }, given.templateId ?? null);
  const file = useTemplateFile(begin, show);
  const { isOver, zone } = useDrop(file.read);

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
      const templateId = edited?.id ?? null;
      open({ ...BLANK, templateId, draft: kept }, templateId);
    } else if (isNewAsked && !isFull) open(BLANK, null);
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
    <section
      aria-label="Manage Templates"
      className={styles.zone}
      data-over={isOver || undefined}
      {...zone}
    >
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className="size-28">
          Manage Templates
        </h1>
        {count !== undefined && count > 0 && (
          <span className="hint tabular">
            {count} of {most}
          </span>
        )}
        <div className={styles.add}>
          <OpenFile {...file} />
          <Button
            variant="contained"
            startIcon={<Plus size={18} aria-hidden />}
            disabled={isFull}
            onClick={() => begin({})}
          >
            Create New Template
          </Button>
        </div>
      </div>
      {isFull && <p className={styles.full}>{templatesFull(most)}</p>}
      <TemplateList
        isFull={isFull}
        onOpen={(templateId) => begin({ templateId })}
        onStart={(starter) => begin({ starter })}
      />
      {opened && (
        <TemplateEditor
          key={opened.opening}
          opening={opened.opening}
          show={show}
          templateId={opened.given.templateId}
          starter={opened.given.starter}
          draft={opened.given.draft}
          files={opened.given.files}
          note={opened.given.note}
          onClose={close}
          onClosed={keepFocus}
        />
      )}
    </section>
  );
}

/** Chooses a template file. A file can also be dropped anywhere on the list. */
function OpenFile({ isReading, isFull, read }: ReturnType<typeof useTemplateFile>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span title={isFull ? "You've reached the template limit" : undefined}>
      <Button
        size="small"
        variant="text"
        color="secondary"
        startIcon={<FileUp size={16} aria-hidden />}
        disabled={isFull}
        aria-disabled={isReading}
        onClick={() => input.current?.click()}
      >
        <BusyWord isBusy={isReading} word="Open a template file" busyWord="Opening…" />
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Template file"
        hidden
        onChange={({ target }) => {
          read([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </span>
  );
}

/** The tab "Manage Templates". */
export default function TemplatesTab() {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading..." />;
  if (!isAuthenticated) return <Notice>Please sign in to manage your templates.</Notice>;
  return <ManageTemplates />;
}
