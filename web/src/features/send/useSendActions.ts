import { type Attempt, isUncertain } from "@sendwright/core/attempt/attempt";
import { isInEmail } from "@sendwright/core/check/joinedRows";
import type { CheckResult } from "@sendwright/core/check/types";
import { AppError } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import { checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { excludedCount } from "@sendwright/core/list/list";
import { uploadedFiles } from "@sendwright/core/list/listFiles";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { useSettings } from "../../data/accountQueries.ts";
import { useLimits } from "../../data/configQuery.ts";
import type { UploadProgress } from "../../data/fileUploads.ts";
import { filesOfBoth, filesToChooseAgain } from "../../lib/filesToChooseAgain.ts";
import { focusFirstError } from "../../lib/focusFirstError.ts";
import { rememberSendTab } from "../../lib/remembered.ts";
import { useSession } from "../../lib/useSession.ts";
import { useDeepStable, useStable } from "../../lib/useStable.ts";
import { recipientsReady } from "../../sending/copies.ts";
import { emailContents } from "../../sending/emailContents.ts";
import { allErrors, NO_ERRORS, type SendErrors } from "../../sending/errors.ts";
import { useRepeatGuard } from "../../sending/repeat/useRepeatGuard.ts";
import type { Sending } from "../../sending/Sending.ts";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { useSendFacts } from "../../sending/sendFacts.ts";
import { AS_TYPED_KINDS } from "./check/findings.ts";
import { fileQuestionErrors, rowFileErrors } from "./files/fileErrors.ts";
import { useLostFiles, usePersonFiles } from "./files/usePersonFiles.ts";
import { filesOfEmail } from "./form/email.ts";
import type { SendFormAction } from "./form/formActions.ts";
import { sendForm } from "./form/formActions.ts";
import type { KeptForm, SendForm } from "./form/sendForm.ts";
import type { EmailOfForm } from "./form/useEmailOfForm.ts";
import { rememberFeeds } from "./list/rememberedFeeds.ts";
import { type ListOfForm, listToSend } from "./list/useListOfForm.ts";
import { previewedRow } from "./preview/previewInput.ts";
import { useLargestEmail } from "./question/largestEmail.ts";
import { questionFacts } from "./question/questionFacts.ts";
import { useSendQuestion } from "./question/SendQuestionDialog.tsx";
import { rowsToSkip } from "./question/sendQuestion.ts";
import type { View } from "./steps/useView.ts";
import { previewErrors, sendErrors } from "./submit/sendErrors.ts";
import { sendFiles } from "./submit/sendFiles.ts";
import { correctsOf, sendRequest } from "./submit/sendRequest.ts";

interface SendActionsInput {
  /** The form as it is stored. */
  written: SendForm;
  /** With remembered values. */
  form: SendForm;
  change: (action: SendFormAction) => void;
  /** Keeps the form that the next click submits. */
  freeze: (form: SendForm) => void;
  /** The form restored after a reload, as long as its content is in the form. */
  restored: KeptForm | null;
  email: EmailOfForm;
  people: ListOfForm;
  view: View;
  sending: Sending;
  attempt: Attempt;
  /** Null while no files are uploaded. */
  uploading: UploadProgress | null;
}

/**
 * The actions of the two buttons, and the errors that block them. Errors clear as soon as their
 * cause is gone.
 */
export function useSendActions(sent: SendActionsInput) {
  const { written, form, change, freeze, restored, email, people, view } = sent;
  const { sending, attempt, uploading } = sent;
  const { mail } = email;
  const { filled: list, check, checking } = people;
  const isPasting = usePasting();
  const isChecking = people.isChecking || isPasting;
  const { mode } = form.people.now;
  const limits = useLimits();
  const { user, isAuthenticated } = useSession();
  const factsOf = useSendFacts();
  const account = useAccount();
  const personFiles = usePersonFiles();
  const lost = useLostFiles(people.rowFiles.files.files);
  const guard = useRepeatGuard();
  const largest = useLargestEmail();
  const question = useSendQuestion();
  const { data: settings } = useSettings();
  const [asked, setAsked] = useState<"preview" | "send" | null>(null);
  const screen = useRef<HTMLDivElement>(null);
  /**
   * Clicked during the check, often because the click itself ended the editing of a cell, or while
   * a text is being pasted.
   */
  const [isWished, setWished] = useState(false);
  const given = {
    isSignedIn: isAuthenticated,
    limits,
    mail,
    list,
    check,
    readError: people.fileReader.error,
    checkError: people.checkError,
    fileErrors: fileErrorsOf(people, {
      everyones: [...filesOfEmail(mail), ...form.attachments],
      lost,
      limits,
    }),
    now: Date.now(),
  };
  const toPreview = previewErrors(form, given);
  const toSend = useDeepStable(sendErrors(form, given));
  const isAsked = asked === "send" && !isWished;
  const fields = isAsked ? toSend : NO_ERRORS;
  const errors =
    asked === "preview" ? toPreview.map((error) => `Preview Error: ${error}`) : allErrors(fields);
  const ready = check?.summary.ready ?? 0;

  const preview = () => {
    setAsked("preview");
    if (toPreview.length > 0) return;
    view.look((previewedRow(form, mail, check) ?? check?.rows[0])?.id ?? 1);
  };

  const send = async () => {
    // Renders before the focus moves there, because the error appears at its field.
    flushSync(() => {
      setAsked("send");
      setWished(isChecking);
    });
    if (isChecking) return;
    if (allErrors(toSend).length > 0) {
      const isAboutFiles = given.fileErrors.some((error) => toSend.others[0] === error);
      if (isAboutFiles) flushSync(() => view.foldList(false));
      if (goToFirstError(screen.current, toSend, isAboutFiles)) return;
      return view.lookAtCheck(new Set(check?.problems.map(({ kind }) => kind)));
    }
    if (!mail || !list || !check || !people.isChecked || ready === 0) return;
    const asWritten = {
      template_id: form.choice.kind === "template" ? form.choice.id : "",
      subject: form.subject,
    };
    const isSigned =
      form.choice.kind === "template" ? email.template.data?.signature !== false : form.signature;
    const signature = isSigned ? (settings?.signature ?? null) : "";
    const contents = emailContents(
      { ...mail, signature, added: form.attachments },
      check,
      uploadedFiles(list),
    );
    const target = {
      ...asWritten,
      former: form.formerTemplate,
      ...(form.replaces && { replaces: form.replaces.send }),
      list,
      ...correctsOf(list, check.rows),
      contents,
    };
    const [{ repeat, failure }, clipped] = await Promise.all([
      guard.look(target, check.rows),
      largest.look(form, mail, check),
    ]);
    const startAt = form.when.kind === "later" ? form.when.at : null;
    const isQuestionNeeded = repeat !== null || failure !== null;
    const excluded = people.list ? excludedCount(people.list) : 0;
    const facts = questionFacts({
      mail,
      check,
      list,
      overlooked: people.overlooked,
      excluded,
      repeat,
      replyTo: email.replyTo,
      files: form.attachments,
      missing: filesToChooseAgain(
        filesOfBoth(restored?.files ?? [], form.replaces?.files ?? []),
        form.attachments,
      ),
      same: mode === "manual" ? form.values : null,
    });
    const sentIds = check.rows.filter(isInEmail).map(({ id }) => id);
    const ownFacts = people.rowFiles.factsOf(new Set(sentIds));
    // One person whose email is in view: the hold is enough. An email for later has none.
    const isOne = form.tab === "direct" && check.rows.length === 1 && ready === 1 && excluded === 0;
    const isPlain =
      isOne &&
      startAt === null &&
      !isQuestionNeeded &&
      facts.asWritten === null &&
      facts.missing === null &&
      facts.next === null &&
      (ownFacts?.unproven.length ?? 0) === 0 &&
      isEmailInView(screen.current);
    const { decision, also } =
      isPlain && settings?.undo_send === true
        ? { decision: "send" as const, also: new Set<number>() }
        : await question.ask({
            facts,
            rowFiles: ownFacts,
            from: user?.email ?? "",
            when: factsOf(ready, startAt, recipientsReady(check)),
            isLater: startAt !== null,
            edited: form.replaces?.startsAt ?? null,
            repeat,
            failure,
            clipped,
          });
    if (decision === "cancel") {
      // The button was disabled during the check of earlier sends and lost the focus.
      screen.current?.querySelector<HTMLElement>("[data-send]")?.focus();
      return;
    }
    if (decision === "use_columns") {
      const feeds = people.overlooked.map(
        ({ variable, header }) => [variable, { column: header }] as const,
      );
      change({ type: "list", change: { type: "feed", feeds: new Map(feeds) } });
      // Asks again once the list with these columns has been checked.
      return setWished(true);
    }
    if (decision === "correct") return view.lookAtCheck(AS_TYPED_KINDS);
    setAsked(null);
    // The form as you reviewed it, without later changes.
    // Without remembered values, and with the last row within the limit.
    const upTo = check.rows.length < list.rows.length ? check.rows.at(-1)?.id : undefined;
    const meant = written.upTo === upTo ? written : { ...written, upTo };
    if (decision === "send" || !repeat) return press(meant, list, check);
    const { ids, inPart } = rowsToSkip(check, repeat, { decision, also });
    // One undo step. If they were only skipped, their repeats would be sent instead.
    if (decision === "next_rows") return change({ type: "list", change: { type: "delete", ids } });
    const skipping = skippingOf(form, ids, inPart);
    change(skipping);
    const toOthers = sendForm(meant, skipping);
    const others =
      skipping.type === "list"
        ? onlyAsked(applyChange(list, skipping.change), check)
        : listToSend(toOthers, mail, people);
    const whole = people.list ?? list;
    if (others && checking) press(toOthers, others, checkList(others, { ...checking, whole }));
  };

  const press = (meant: SendForm, to: List, checked: CheckResult) => {
    if (!mail) return;
    try {
      // A manual send has no columns, so it doesn't affect those of a list.
      if (meant.choice.kind === "template" && mode === "csv" && form.tab === "bulk")
        rememberFeeds(account.uid, meant.choice.id, to);
      // The values on the screen: another tab may have remembered others since.
      const shown = { ...meant, values: form.values };
      const call = sendRequest({ form: shown, list: to, mail, check: checked, limits });
      const own = sendFiles(call, to, personFiles);
      if (meant.choice.kind === "template") rememberSendTab(account.uid, form.tab);
      sending.submit(call, { onCall: () => freeze(meant), ...(own && { files: own }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sending.refuse(error);
    }
  };

  const sendChecked = useEffectEvent(() => void send());
  useEffect(() => {
    if (isWished && !isChecking) sendChecked();
  }, [isWished, isChecking]);

  return {
    errors: useDeepStable(errors),
    /** The errors of Send by place. */
    fields,
    /** Whether Send was clicked, so that what isn't filled in yet is an error. */
    isAsked,
    /** The errors that a click on Send would show, by place. */
    left: toSend,
    /** For the screen's element. */
    screen,
    preview: useStable(preview),
    send: useStable(() => void send()),
    isBusy:
      isUncertain(attempt) ||
      uploading !== null ||
      email.template.isLoading ||
      guard.isLooking ||
      largest.isLooking,
    question,
  };
}

/** The decisions about files that are open, else why they can't go. */
function fileErrorsOf(
  { list, rowFiles, check }: ListOfForm,
  more: Omit<Parameters<typeof rowFileErrors>[0], "list" | "found" | "checked">,
): string[] {
  const open = fileQuestionErrors(rowFiles);
  if (open.length > 0 || list === null || rowFiles.found === null) return open;
  return rowFileErrors({ list, found: rowFiles.found, checked: check?.rows ?? [], ...more });
}

/**
 * Focuses the first field with an error, or the first open question about the list. Returns whether
 * there is one on the screen.
 */
function goToFirstError(
  screen: HTMLElement | null,
  { others }: SendErrors,
  isAboutFiles: boolean,
): boolean {
  const place = isAboutFiles ? "[data-file-questions]" : "[data-questions]";
  const questions = others.length > 0 ? screen?.querySelector<HTMLElement>(place) : null;
  if (questions?.hasChildNodes()) {
    questions.scrollIntoView({ block: "center" });
    questions.focus({ preventScroll: true });
    return true;
  }
  return focusFirstError(screen);
}

/** Whether the email in the preview is current, and at least its top is in view. */
function isEmailInView(screen: HTMLElement | null): boolean {
  const box = screen?.querySelector('[data-email="true"]')?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top >= 0 && box.top < window.innerHeight - 100;
}

/**
 * A list with only the rows that were checked and asked about, so that none from above the limit
 * replaces them.
 */
function onlyAsked(list: List, { rows }: Pick<CheckResult, "rows">): List {
  // Whose email may be incomplete is known: it isn't everyone's because of the rows left out here.
  const above = new Map(rows.map(({ id, above: n = null }) => [id, n]));
  const within = list.rows.flatMap((row) => {
    const n = above.get(row.id);
    return n === undefined ? [] : { ...row, above: n };
  });
  return { ...list, rows: within, beyond: list.beyond + list.rows.length - within.length };
}

/**
 * Skips people who already received the email, and in other rows (`inPart`) the addresses that did.
 * Without a table, it removes them from the field of addresses.
 */
function skippingOf(
  { people }: SendForm,
  ids: readonly number[],
  inPart: ReadonlyMap<number, readonly string[]>,
) {
  if (people.now.mode === "manual") return { type: "removePeople", ids } as const;
  return { type: "list", change: { type: "skip", ids, as: "already_received", inPart } } as const;
}
