import type {
  TemplateFields,
  TemplateListItem,
  UnreadableTemplate,
} from "@sendwright/core/contract";
import { lazily } from "@sendwright/core/lazily";
import { Copy, Download, Paperclip, Send, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { buttonLook, IconButton } from "../../components/Button.tsx";
import rowName from "../../components/DataTable.module.css";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useListErrorToast } from "../../components/useTemplateToasts.ts";
import {
  useDuplicateTemplate,
  useTemplates,
  useUnreadableTemplates,
} from "../../data/templateQueries.ts";
import { lastSendTab } from "../../lib/remembered.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./Templates.module.css";
import { useDeleteInList } from "./useDelete.ts";
import { DONE_TOAST_MS } from "./useNotice.ts";
import { useDownloadTemplate } from "./useTemplateFile.ts";

const UNITS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** After this many days a date says more than a distance. */
const DAYS_IN_WORDS = 7;

const distance = lazily(() => new Intl.RelativeTimeFormat("en"));

/** When an ISO time was, for people: "Changed 5 minutes ago". */
function lastChange(time: string, now: Date): string {
  const then = new Date(time);
  const seconds = Math.round((now.getTime() - then.getTime()) / 1000);
  if (seconds < 60) return "Changed just now";
  if (seconds >= DAYS_IN_WORDS * 86_400)
    return `Changed ${then.toLocaleDateString("en", { dateStyle: "medium" })}`;
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  return `Changed ${distance().format(-Math.floor(seconds / length), unit)}`;
}

/** More chips than these would make the list hard to read. */
const MAX_CHIPS = 6;

interface RowProps {
  template: TemplateListItem;
  isFull: boolean;
  /** The tab that sends it. */
  sendTab: keyof typeof SEND_WITH;
  onOpen: () => void;
}

/** The tabs that send a template. In the address, Bulk Send has the id of a send in its place. */
const SEND_WITH = {
  direct: { word: "Direct Send", hash: "direct-send" },
  bulk: { word: "Bulk Send", hash: "bulk-send/template" },
} as const;

/** One template of the list: its name opens it; its placeholders and last change are below. */
function TemplateRow({ template, isFull, sendTab, onOpen }: RowProps) {
  const { id, name, variables, attachment_count: files, updated_at } = template;
  const toast = useToast();
  const duplicate = useDuplicateTemplate();
  const { askAndDelete, isPending: isDeleting } = useDeleteInList(id, name, files);
  const downloading = useDownloadTemplate();
  const isBusy = duplicate.isPending || downloading.isPending || isDeleting;
  const hidden = variables.length - MAX_CHIPS;

  const copy = () => {
    if (isBusy) return;
    duplicate.mutate(id, {
      onSuccess: (made) =>
        toast(`"${made.name}" created.`, { variant: "success", duration: DONE_TOAST_MS }),
      onError: (error) => toast(error.message, { variant: "danger" }),
    });
  };

  const take = () => {
    if (isBusy) return;
    downloading.mutate(id, {
      onError: (error) =>
        toast(`"${name}" wasn't downloaded: ${error.message}`, { variant: "danger" }),
    });
  };

  return (
    <li className={styles.row} data-busy={isBusy}>
      <div className={styles.main}>
        <button
          type="button"
          className={`${rowName.name} ${styles.name}`}
          onClick={onOpen}
          disabled={isDeleting}
        >
          {name}
        </button>
        <div className={styles.facts}>
          {variables.slice(0, MAX_CHIPS).map((variable) => (
            <PlaceholderChip key={variable.name} name={variable.name} type={variable.type} />
          ))}
          {hidden > 0 && <span className="inline hint">and {hidden} more</span>}
          {variables.length === 0 && <span className="inline hint">No placeholders</span>}
        </div>
      </div>
      <div className={styles.side}>
        {files > 0 && (
          <span className="inline hint">
            <Paperclip size={14} aria-hidden />{" "}
            {files === 1 ? "1 attachment" : `${files} attachments`}
          </span>
        )}
        <time
          dateTime={updated_at}
          title={new Date(updated_at).toLocaleString()}
          className="inline hint"
        >
          {lastChange(updated_at, new Date())}
        </time>
      </div>
      <div className={styles.actions}>
        <Link
          {...buttonLook({ size: "small", variant: "text" })}
          to={{ hash: `${SEND_WITH[sendTab].hash}/${id}` }}
          replace
        >
          <Send size={16} aria-hidden />
          {SEND_WITH[sendTab].word}
          <span className="unseen"> {name}</span>
        </Link>
        <span title={isFull ? "You've reached the template limit" : "Duplicate"}>
          <IconButton
            aria-label={`Duplicate ${name}`}
            disabled={isFull}
            aria-disabled={isBusy}
            onClick={copy}
          >
            <Copy size={18} aria-hidden />
          </IconButton>
        </span>
        <span title="Download template">
          <IconButton
            aria-label={`Download template ${name}`}
            aria-disabled={isBusy}
            onClick={take}
          >
            <Download size={18} aria-hidden />
          </IconButton>
        </span>
        <span title="Delete">
          <IconButton
            aria-label={`Delete ${name}`}
            disabled={isBusy}
            onClick={() => void askAndDelete()}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      </div>
    </li>
  );
}

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
  const { user } = useSession();
  const { data: unreadable = [] } = useUnreadableTemplates();
  const { data: templates, error, isPending, isFetching, refetch } = useTemplates();
  useListErrorToast(error, !templates);

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
  const sendTab = lastSendTab(user?.uid ?? "");
  return (
    <ul className={styles.list}>
      {templates.map((template) => (
        <TemplateRow
          key={template.id}
          template={template}
          isFull={isFull}
          sendTab={sendTab}
          onOpen={() => onOpen(template.id)}
        />
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
        <span className="breaks">{called}</span>
        <span className="inline hint">
          This template can't be read. You can only delete it. Your other templates aren't affected.
        </span>
      </div>
      <div className={styles.side} />
      <div className={styles.actions}>
        <span title="Delete">
          <IconButton
            aria-label={`Delete ${called}`}
            disabled={isPending}
            onClick={() => void askAndDelete()}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      </div>
    </li>
  );
}
