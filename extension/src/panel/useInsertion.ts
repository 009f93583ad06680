import { AppError, preview } from "@sendwright/core/contract";
import { call, useDeepStable } from "@sendwright/web/parts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PlaceName, Spot, Target } from "../shared/workerMessages.ts";
import { useWindowId } from "./Bar.tsx";
import { sentencesOf } from "./EmailFields.tsx";
import { ask } from "./panelAccess.ts";
import { copyBody, type RenderedEmail, rendered } from "./rendered.ts";
import { COPIED, TARGET_TROUBLE, UNDO_TROUBLE, WRITING_TROUBLE } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** The result of a click on Insert, Copy or Undo. */
export interface InsertionResult {
  variant: "success" | "warning" | "danger";
  /** The result; with `at`, its place is named behind it. */
  words: string;
  at: PlaceName | null;
  /** The next step, or another fact. */
  more: string;
  /** How to take it back, if that is possible. */
  undo: { spot: Spot; number: number } | null;
}

function resultOf(
  variant: InsertionResult["variant"],
  words: string,
  more: Partial<InsertionResult> = {},
): InsertionResult {
  return { variant, words, at: null, more: "", undo: null, ...more };
}

const NO_PICTURES = "The pictures are not included.";
const NO_CLIPBOARD = "We couldn't copy to the clipboard. Click in this window and try again.";

/** The server renders no composed email without a subject, and a field in a page takes none. */
const BLANK_SUBJECT = "(no subject)";

/** The email as a page takes it: the page adds its own signature. */
function forPage(mail: NonNullable<PanelForm["mail"]>) {
  if (mail.subject?.trim() !== "") return { ...mail, signature: false };
  return { ...mail, subject: BLANK_SUBJECT, signature: false };
}

/** Copies an email that couldn't be inserted. Returns a sentence; "" if the browser refuses. */
function tryCopy(email: RenderedEmail): Promise<string> {
  return copyBody(email).then(
    () => COPIED,
    () => "",
  );
}

/** Follows where an insertion would go, to name it. Insert itself looks again. */
function useTarget(isOn: boolean, windowId: number | null, taskId: string | undefined) {
  const [target, setTarget] = useState<Target | null>(null);
  const latest = useRef(0);
  const look = useEffectEvent(async () => {
    if (!isOn || windowId === null) return;
    latest.current += 1;
    const mine = latest.current;
    const found = await ask("target", { windowId }).catch(() => null);
    if (mine === latest.current) setTarget(found);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click in the menu names a new field.
  useEffect(() => {
    void look();
  }, [isOn, windowId, taskId]);
  useEffect(() => {
    const again = () => void look();
    const loaded = (_id: number, { status }: { status?: string }) => {
      if (status === "complete") again();
    };
    const { documentElement } = document;
    window.addEventListener("focus", again);
    documentElement.addEventListener("mouseenter", again);
    chrome.tabs.onActivated.addListener(again);
    chrome.tabs.onUpdated.addListener(loaded);
    return () => {
      window.removeEventListener("focus", again);
      documentElement.removeEventListener("mouseenter", again);
      chrome.tabs.onActivated.removeListener(again);
      chrome.tabs.onUpdated.removeListener(loaded);
    };
  }, []);
  return target;
}

/**
 * Inserts the form's email at the cursor in the tab beside this window. Returns the target, the
 * actions, and the result of the last one. `isOn`: whether a person can see these; until then, we
 * look into no page. `taskId`: the click that asked to insert, if any.
 */
export function useInsertion(form: PanelForm, isOn: boolean, taskId?: string) {
  const windowId = useWindowId();
  const target = useTarget(isOn, windowId, taskId);
  const isChosen = form.draft !== null && form.draft.templateId !== null;
  const mail = useDeepStable(isChosen && form.mail ? forPage(form.mail) : null);
  const templateId = form.draft?.templateId;
  const [last, setLast] = useState<{
    result: InsertionResult;
    templateId: string | null | undefined;
    taskId: string | undefined;
  } | null>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<InsertionResult>) => {
    setBusy(true);
    try {
      setLast({ result: await work(), templateId, taskId });
    } catch (error) {
      const words = error instanceof AppError ? error.message : NO_CLIPBOARD;
      setLast({ result: resultOf("danger", words), templateId, taskId });
    } finally {
      setBusy(false);
    }
  };
  /** Renders the email and uses it, unless the form has problems; reports failures. */
  const withMail = async (
    work: (email: () => Promise<RenderedEmail>) => Promise<InsertionResult>,
  ) => {
    form.setAsked("insert");
    if (!mail || sentencesOf(form.problemsFor("insert")).length > 0) return;
    const render = async () => {
      const email = rendered(
        await call(preview, mail, { fallback: "Failed to generate preview." }),
      );
      if (mail.template_id !== "") form.used(mail.template_id);
      return email;
    };
    await run(() => work(render));
  };

  const insert = () =>
    withMail(async (render) => {
      if (windowId === null) return resultOf("warning", TARGET_TROUBLE.gone);
      // The person means the place of the cursor at the click, not after the server's answer.
      const [aimedAt, email] = await Promise.all([currentTarget(windowId), render()]);
      if (aimedAt.trouble !== null)
        return resultOf("warning", TARGET_TROUBLE[aimedAt.trouble], { more: await tryCopy(email) });
      const { spot, name } = aimedAt;
      const { html, text } = email;
      const written = await writeInto({ windowId, spot, html, text });
      const { outcome, undo: number } = written;
      const at = written.name ?? name;
      const undo = number === null ? null : { spot, number };
      if (outcome === "inserted")
        return email.hasPictures
          ? resultOf("warning", "Inserted into", { at, undo, more: NO_PICTURES })
          : resultOf("success", "Inserted into", { at, undo });
      if (outcome === "moved") return resultOf("warning", WRITING_TROUBLE.moved);
      const words =
        outcome in WRITING_TROUBLE
          ? WRITING_TROUBLE[outcome as keyof typeof WRITING_TROUBLE]
          : TARGET_TROUBLE[outcome as keyof typeof TARGET_TROUBLE];
      return resultOf("warning", words, { undo, more: await tryCopy(email) });
    });
  const copy = () =>
    withMail(async (render) => {
      const email = await render();
      await copyBody(email);
      const words = "Template copied to the clipboard.";
      return email.hasPictures
        ? resultOf("warning", words, { more: NO_PICTURES })
        : resultOf("success", words);
    });
  const copySubject = () =>
    withMail(async (render) => {
      await navigator.clipboard.writeText((await render()).subject);
      return resultOf("success", "Subject copied to the clipboard.");
    });
  const undo = async () => {
    const done = last?.result;
    if (!done?.undo) return;
    const { spot, number } = done.undo;
    await run(async () => {
      const outcome = await ask("takeBack", { spot, undo: number }).catch(
        () => "unconfirmed" as const,
      );
      return outcome === "undone"
        ? resultOf("success", "Undone:", { at: done.at, more: "The field has what it had before." })
        : resultOf("warning", UNDO_TROUBLE[outcome]);
    });
  };

  return {
    /** Where Insert would write now; null until it is known. */
    target,
    /** What Insert renders; null if no template is chosen or it isn't loaded. */
    mail,
    isChosen,
    isBusy,
    /**
     * What became of the last click; another template or task has its own. It outlives a change of
     * the values: who sees a typo in the page corrects it here, and needs Undo.
     */
    result:
      last?.templateId === templateId && last?.taskId === taskId ? (last?.result ?? null) : null,
    insert,
    copy,
    copySubject,
    undo,
  };
}

/** Where the cursor is now. */
async function currentTarget(windowId: number): Promise<Target> {
  return await ask("target", { windowId }).catch(
    (): Target => ({ spot: null, name: null, trouble: "busy" }),
  );
}

/** Asks the worker to write. "unconfirmed" if its answer is lost: then no one knows. */
async function writeInto(asked: Parameters<typeof ask<"insert">>[1]) {
  return (
    (await ask("insert", asked).catch(() => null)) ?? {
      outcome: "unconfirmed" as const,
      undo: null,
      name: null,
    }
  );
}

export type InsertionView = ReturnType<typeof useInsertion>;
