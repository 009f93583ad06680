import Button from "@mui/material/Button";
import { cannotAddMore } from "@sendwright/core/contract";
import { Notice } from "@sendwright/web/parts";
import { AtSign, TextCursorInput } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { forget, type Task } from "../shared/stored.ts";
import { useWindowId } from "./Bar.tsx";
import { Collected, NoAddress } from "./Collected.tsx";
import { withWords } from "./draftChanges.ts";
import { InsertForm } from "./InsertForm.tsx";
import { InView } from "./InView.tsx";
import { Outcome } from "./Outcome.tsx";
import { ask } from "./panelAccess.ts";
import { SendForm } from "./SendForm.tsx";
import styles from "./surface.module.css";
import { type PanelForm, usePanelForm } from "./usePanelForm.ts";
import { useAttempt, useTask } from "./useStored.ts";
import { useWriteTask } from "./useWriteTask.ts";

/** Names anything from "Add … to the recipients" that did not fit into the form, and why. */
function Leftover({ task, form }: { task: Extract<Task, { kind: "leftover" }>; form: PanelForm }) {
  const { change, limits, isBusy } = form;
  const { recipients, subject, body } = task;
  const hasWords = subject !== "" || body !== "";
  const close = () => void forget("task");
  const replace = () => {
    change(withWords(task));
    close();
  };
  const actions = (
    <span className={styles.ways}>
      {hasWords && (
        <Button size="small" disabled={isBusy} onClick={replace}>
          Use the link's text
        </Button>
      )}
      <Button size="small" onClick={close}>
        Close
      </Button>
    </span>
  );
  return (
    <InView>
      <Notice variant="warning" action={actions}>
        {recipients.length > 0 && (
          <p>
            {cannotAddMore(limits.MAX_DIRECT_RECIPIENTS)} Not added: {recipients.join(", ")}
          </p>
        )}
        {hasWords && <p>The link has its own subject or text. We kept yours.</p>}
      </Notice>
    </InView>
  );
}

const NOTIFICATIONS: chrome.permissions.Permissions = { permissions: ["notifications"] };

/**
 * Whether Chrome lets us notify; the permission is the setting, so that nothing else has to be
 * kept.
 */
function useMayNotify(): boolean | null {
  const [may, setMay] = useState<boolean | null>(null);
  useEffect(() => {
    const look = () => void chrome.permissions.contains(NOTIFICATIONS).then(setMay);
    look();
    chrome.permissions.onAdded.addListener(look);
    chrome.permissions.onRemoved.addListener(look);
    return () => {
      chrome.permissions.onAdded.removeListener(look);
      chrome.permissions.onRemoved.removeListener(look);
    };
  }, []);
  return may;
}

/**
 * The setting that notifies the person when a send ends and no window of ours is open. Chrome asks
 * for the permission at the first tick.
 */
function NotifyToggle() {
  const may = useMayNotify();
  if (may === null) return null;
  const change = (wanted: boolean) =>
    void (wanted
      ? chrome.permissions.request(NOTIFICATIONS)
      : chrome.permissions.remove(NOTIFICATIONS));
  return (
    <label className={styles.tell}>
      <input type="checkbox" checked={may} onChange={(event) => change(event.target.checked)} />
      Notify me when a send ends
    </label>
  );
}

/** The actions for the current page; the same as in its context menu. */
function Tools({ fail }: { fail: (task: Task | null) => void }) {
  const windowId = useWindowId();
  if (windowId === null) return null;
  return (
    <section className={styles.tools} aria-label="Current page">
      <Button
        size="small"
        startIcon={<TextCursorInput size={16} aria-hidden />}
        onClick={() => void ask("find", { windowId }).then(fail)}
      >
        Insert into the page
      </Button>
      <Button
        size="small"
        startIcon={<AtSign size={16} aria-hidden />}
        onClick={() => void ask("collect", { windowId }).then(fail)}
      >
        Collect addresses
      </Button>
    </section>
  );
}

/** Whether the form has been complete once: what comes late would push everything below it down. */
function useHasCome({ templates, template }: PanelForm): boolean {
  const [hasCome, setHasCome] = useState(false);
  const isThere = (templates.data !== undefined || templates.isError) && !template.isLoading;
  if (isThere && !hasCome) setHasCome(true);
  return hasCome || isThere;
}

/** What this surface was opened for: to send, to insert, or to choose addresses first. */
export function Workspace({ uid }: { uid: string }) {
  const { task, fail, close } = useTask();
  const people = useRef<HTMLDivElement>(null);
  const attempt = useAttempt(uid);
  const form = usePanelForm(uid, attempt.isOpen, task?.kind === "insert");
  const hasCome = useHasCome(form);
  const { isEmptyTask, dismiss } = useWriteTask(task ?? null, form);
  const { setAsked } = form;
  const backToSending = () => {
    form.changeSend({});
    close();
  };
  const kind = task?.kind;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one form was asked for is no fault of the other.
  useEffect(() => setAsked(null), [kind, setAsked]);
  if (!form.draft || task === undefined || !attempt.isKnown) return <p role="status">Loading…</p>;
  return (
    <>
      <h1 className="unseen">
        {task?.kind === "insert" ? "Insert a template" : "Send a template"}
      </h1>
      <Outcome
        attempt={attempt}
        form={form}
        isOld={task !== null || form.draft.by !== "worker"}
        onClose={() => void ask("close", {})}
      />
      {hasCome ? (
        <>
          {form.isTooLong && (
            <Notice variant="danger">
              This email is too long to be kept when this window closes. Shorten it, or write it on
              the Sendwright website.
            </Notice>
          )}
          {task?.kind === "collect" && (
            <InView key={task.id}>
              <Collected task={task} form={form} onClose={close} people={people} />
            </InView>
          )}
          {task?.kind === "leftover" && <Leftover task={task} form={form} />}
          {task === null && isEmptyTask && (
            <NoAddress
              sentence="We found no email address in the text you clicked or selected."
              onClose={dismiss}
              people={people}
            />
          )}
          {task?.kind === "insert" ? (
            <InsertForm task={task} form={form} onClose={backToSending} />
          ) : (
            <SendForm form={form} attempt={attempt} people={people} />
          )}
          {task === null && !form.isWithoutTemplates && (
            <>
              <Tools fail={fail} />
              <NotifyToggle />
            </>
          )}
        </>
      ) : (
        <p role="status">Loading your templates…</p>
      )}
    </>
  );
}
