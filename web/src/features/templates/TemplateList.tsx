import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { TemplateFields, UnreadableTemplate } from "@sendwright/core/contract";
import { Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useTemplates, useUnreadableTemplates } from "../../data/templateQueries.ts";
import { useListNews } from "../../sending/useTemplateNews.ts";
import styles from "./TemplateList.module.css";
import { TemplateRow } from "./TemplateRow.tsx";
import { useDeleteInList } from "./useDeleteInList.ts";

/** Loads the code that reads placeholders: a person with templates needs it before the editor. */
const Starters = lazy(() => import("./Starters.tsx"));

interface Props {
  /** Whether the user has as many templates as allowed. */
  isFull: boolean;
  onOpen: (id: string) => void;
  onStart: (starter: TemplateFields) => void;
}

/** The user's templates by name; on an empty list, something to start from. */
export function TemplateList({ isFull, onOpen, onStart }: Props) {
  const { data: unreadable = [] } = useUnreadableTemplates();
  const { data: templates, error, isPending, isFetching, refetch } = useTemplates();
  useListNews(error);

  if (isPending) {
    return <Loading what="templates" heights={[72, 72, 72]} />;
  }
  if (!templates) {
    return <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (templates.length + unreadable.length === 0) {
    return (
      <>
        <EmptyState
          drawing={<BlankLetter />}
          sentence={'No templates created yet. Click "Create New Template" to get started.'}
        />
        <Suspense fallback={null}>
          <Starters onStart={onStart} />
        </Suspense>
      </>
    );
  }
  return (
    <ul className={styles.list}>
      {templates.map((template) => (
        <TemplateRow key={template.id} template={template} isFull={isFull} onOpen={() => onOpen(template.id)} />
      ))}
      {unreadable.map((template) => (
        <UnreadableRow key={template.id} template={template} />
      ))}
    </ul>
  );
}

/** A template that can't be read: its owner sees that it is there, and can delete it. */
function UnreadableRow({ template: { id, name } }: { template: UnreadableTemplate }) {
  const called = name || "Untitled template";
  const { askAndDelete, isPending } = useDeleteInList(id, called, 0);
  return (
    <li className={styles.row} data-busy={isPending}>
      <div className={styles.main}>
        <span className={styles.unreadable}>{called}</span>
        <span className={styles.soft}>
          This template can't be read. You can only delete it. Your other templates aren't affected.
        </span>
      </div>
      <div className={styles.side} />
      <div className={styles.actions}>
        <Tooltip title="Delete">
          <span>
            <IconButton aria-label={`Delete ${called}`} disabled={isPending} onClick={() => void askAndDelete()}>
              <Trash2 size={18} aria-hidden />
            </IconButton>
          </span>
        </Tooltip>
      </div>
    </li>
  );
}
