import { cannotAddMore } from "@sendwright/core/contract";
import { Button, Notice, useConfirm } from "@sendwright/web/parts";
import { useEffect, useRef, useState } from "react";
import { forget, type Task } from "../shared/stored.ts";
import { useWindowId } from "./Bar.tsx";
import { Collected, NoAddress } from "./Collected.tsx";
import { withWords } from "./draftChanges.ts";
import { EmailForm } from "./EmailForm.tsx";
import { handToBulkSend } from "./handToBulkSend.ts";
import { InView } from "./InView.tsx";
import { Outcome } from "./Outcome.tsx";
import { ask } from "./panelAccess.ts";
import { withPeople } from "./peopleOfDraft.ts";
import styles from "./surface.module.css";
import { type PanelForm, usePanelForm } from "./usePanelForm.ts";
import { empty, useAttempt, useTask } from "./useStored.ts";
import { useWriteTask } from "./useWriteTask.ts";

/** Names anything from "Add … to the recipients" that did not fit into the form, and why. */
function Leftover({ task, form }: { task: Extract<Task, { kind: "leftover" }>; form: PanelForm }) {
  const { change, limits, isBusy, list } = form;
  const { recipients, subject, body } = task;
  const hasWords = subject !== "" || body !== "";
  const close = () => void forget("task");
  const handOver = () => {
    if (list) void handToBulkSend(form, withPeople(list, recipients));
    close();
  };
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
      {recipients.length > 0 && (
        <Button size="small" onClick={handOver}>
          Continue in Bulk Send with all
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

/** Empties the form, after a question. */
function ClearButton({ form }: { form: PanelForm }) {
  const confirm = useConfirm();
  const { uid, draft, change, isBusy } = form;
  if (!draft) return null;
  const { unknown: _, by: _by, ...blank } = empty(uid);
  const clear = async () => {
    const title = "Clear the form?";
    const text = "Template, recipients and everything you wrote here are removed.";
    if (await confirm({ title, text, action: "Clear" }))
      change({ table: undefined, asTyped: undefined, ...blank });
  };
  return (
    <Button size="small" variant="text" disabled={isBusy} onClick={() => void clear()}>
      Clear
    </Button>
  );
}

/** Whether the form has been complete once: later parts would push everything below them down. */
function useHasCome({ templates, template }: PanelForm): boolean {
  const [hasCome, setHasCome] = useState(false);
  const isThere = (templates.data !== undefined || templates.isError) && !template.isLoading;
  if (isThere && !hasCome) setHasCome(true);
  return hasCome || isThere;
}

/** One form to send or insert an email, and the task of a click. */
export function Workspace({ uid }: { uid: string }) {
  const { task, fail, close } = useTask(uid);
  const windowId = useWindowId();
  const people = useRef<HTMLDivElement>(null);
  const attempt = useAttempt(uid);
  const form = usePanelForm(uid, attempt.isOpen);
  const hasCome = useHasCome(form);
  const { isEmptyTask, dismiss } = useWriteTask(task ?? null, form);
  if (!form.draft || task === undefined || !attempt.isKnown) return <p role="status">Loading…</p>;
  const collect = () => {
    if (windowId !== null) void ask("collect", { windowId }).then(fail);
  };
  return (
    <>
      <h1 className="unseen">Send or insert a template</h1>
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
          {task?.kind === "leftover" && (
            <InView key={task.recipients.join()}>
              <Leftover task={task} form={form} />
            </InView>
          )}
          {task === null && isEmptyTask && (
            <NoAddress
              sentence="We found no email address in the text you clicked or selected."
              onClose={dismiss}
              people={people}
            />
          )}
          <EmailForm
            form={form}
            attempt={attempt}
            people={people}
            inserting={task?.kind === "insert" ? task : null}
            onInserted={close}
            onCollect={collect}
          />
          {!form.isWithoutTemplates && (
            <section className={styles.tools} aria-label="This window">
              <ClearButton form={form} />
              <NotifyToggle />
            </section>
          )}
        </>
      ) : (
        <p role="status">Loading your templates…</p>
      )}
    </>
  );
}
