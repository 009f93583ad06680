import type { ProblemKind } from "@sendwright/core/check/types";
import { filledList, type List, withoutColumns } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { useLimits } from "../../data/configQuery.ts";
import { useTemplate, useTemplates } from "../../data/templateQueries.ts";
import { remember, stickyValue } from "../../lib/remembered.ts";
import { useSession } from "../../lib/useSession.ts";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { useTemplateNews } from "../../sending/useTemplateNews.ts";
import { goToCheck } from "./check/goToCheck.ts";
import { LAST_TEMPLATE } from "./form/formStore.ts";
import { useForm } from "./form/SendForms.tsx";
import type { SendForm, SendFormAction, Tab } from "./form/sendForm.ts";
import { type Email, emailOf, previewErrors, sendErrors } from "./form/submission.ts";
import { useCheck } from "./list/useCheck.ts";
import { useListReader, useReader } from "./list/useReader.ts";
import { type RememberedFeeds, rememberedFeeds, withRememberedFeeds } from "./values/rememberedFeeds.ts";

const NO_KINDS: ReadonlySet<ProblemKind> = new Set();
const NO_FEEDS: RememberedFeeds = new Map();

/** The list of a form in its mode and with its template; null for none. */
function listOf({ people }: Pick<SendForm, "people">, mail: Email | null, known: RememberedFeeds): List | null {
  const { mode, list } = people.now;
  if (list === null) return null;
  if (mode === "manual") return withoutColumns(list, mail?.variables ?? []);
  return mail ? withRememberedFeeds(list, known, mail.variables) : list;
}

/** The list of a form as it is checked and sent, without blank rows; null for none. */
export function listToSend(form: SendForm, mail: Email | null, known: RememberedFeeds): List | null {
  const list = listOf(form, mail, known);
  return list && filledList(list);
}

/** Remembers the template that was last chosen in Direct Send, and forgets it once it is deleted. */
function useRememberedTemplate({ tab, choice, people }: SendForm, change: (action: SendFormAction) => void): void {
  const { uid } = useAccount();
  const toast = useToast();
  const { data, isFetching } = useTemplates();
  const id = choice.kind === "template" ? choice.id : null;
  const isGone = id !== null && data !== undefined && !isFetching && !data.some((template) => template.id === id);
  const hasPeople = people.now.list !== null;
  useEffect(() => {
    if (tab !== "direct" || !isGone) return;
    change({ type: "choice", choice: { kind: "none" } });
    if (hasPeople) toast("The template no longer exists. Please choose another one.", { variant: "warning" });
  }, [tab, isGone, hasPeople, change, toast]);
  useEffect(() => {
    if (tab === "direct") remember(uid, LAST_TEMPLATE, id);
  }, [tab, uid, id]);
}

/** The form of a tab, and everything derived from it. */
export function useSendForm(tab: Tab) {
  const { uid } = useAccount();
  const { form: written, change, restored, aside, swap, discard, setAside, freeze } = useForm(tab);
  useRememberedTemplate(written, change);
  const limits = useLimits();
  const { isAuthenticated } = useSession();
  const templates = useTemplates();
  const templateId = written.choice.kind === "template" ? written.choice.id : null;
  // A remembered template may have been deleted: the list knows.
  const isKnown = tab === "bulk" || templates.data?.some(({ id }) => id === templateId) === true;
  const template = useTemplate(isKnown ? templateId : null);
  const { choice, subject, body, pictures, dateFormat, timeFormat } = written;
  const mail = useMemo(
    () => emailOf({ choice, subject, body, pictures, dateFormat, timeFormat }, template.data ?? null),
    [choice, subject, body, pictures, dateFormat, timeFormat, template.data],
  );
  const form = useMemo(() => withStickyValues(written, mail, uid), [written, mail, uid]);
  const { people } = written;
  const { mode } = people.now;
  const isCsv = mode === "csv";
  const source = people.now.list?.source;
  // Read once for each list, so that a send in another tab doesn't change the columns on the screen.
  const remembered = useMemo(
    () => (choice.kind === "template" && source !== undefined ? rememberedFeeds(uid, choice.id) : NO_FEEDS),
    [uid, choice, source],
  );
  const list = useMemo(() => listOf({ people }, mail, remembered), [people, mail, remembered]);
  // Too many addresses are an error of the form, not of some of its rows.
  const limit = isCsv && tab === "bulk" ? limits.MAX_CSV_RECIPIENTS : Number.POSITIVE_INFINITY;
  const { values, copies } = form;
  const canBeSent = mail !== null && (!isCsv || choice.kind === "template");
  const checking = useMemo(
    () => (mail && canBeSent ? { ...mail, values: new Map(Object.entries(values)), limit, copies } : null),
    [mail, canBeSent, values, limit, copies],
  );
  const listReader = useListReader();
  const reader = useReader(listReader, change);
  const filled = useMemo(() => list && filledList(list), [list]);
  const checkable = list !== null && list.mapping.address !== null ? list : null;
  const { check, isChecked, error: checkError } = useCheck(listReader, checkable, checking);
  const feeds = useMemo(() => (list && mail ? feedsOf(list, mail.variables) : null), [list, mail]);
  const upTo = check && filled && check.rows.length < filled.rows.length ? check.rows.at(-1)?.id : undefined;
  const toSend = useMemo(() => (written.upTo === upTo ? written : { ...written, upTo }), [written, upTo]);
  useTemplateNews(choice.kind === "template" ? (template.data ?? null) : null, template.error);

  const [isListFolded, setListFolded] = useState(false);
  const [previewsAsked, setPreviewsAsked] = useState(0);
  const isChecking = reader.isReading || (checkable !== null && checking !== null && !isChecked && checkError === null);
  const around = {
    isSignedIn: isAuthenticated,
    limits,
    mail,
    list: filled,
    check,
    readError: reader.error,
    checkError: checkError?.message ?? null,
    now: Date.now(),
  };
  const defaultReplyTo = useSettings().data?.reply_to ?? "";
  return {
    uid,
    tab,
    form,
    /** Where replies go if neither the form nor the template says so; "" for the Gmail address. */
    defaultReplyTo,
    /** Where replies go; "" for the Gmail address. */
    replyTo: [copies.replyTo.trim(), mail?.replyTo ?? "", defaultReplyTo].find((text) => text !== "") ?? "",
    mode,
    remembered,
    /** Null for none. Includes blank rows. */
    list,
    /** Without blank rows: the list that is checked and sent. */
    filled,
    /** Which column feeds which placeholder; null without a list or an email. */
    feeds,
    restored,
    /** Emails that weren't sent, besides the form. */
    aside,
    swap,
    discard,
    /** Puts the email aside and starts another one. */
    startAfresh: () => setAside({ type: "afresh" }),
    /** The form without remembered values; Send freezes it. */
    written: toSend,
    freeze,
    change,
    /** Like `change`, but the same function as long as the account stays the same. */
    store: change,
    /** Null if there is nothing to undo. */
    undo: form.people.past.length > 0 ? () => change({ type: "undo" }) : null,
    limits,
    limit,
    template,
    mail,
    listReader,
    reader,
    check,
    checking,
    /** Whether the check is of the current form. */
    isChecked,
    isChecking,
    /** Whether there are people whose email is still loading. */
    isMailAwaited: filled !== null && filled.rows.length > 0 && (template.isLoading || isChecking),
    /** Shows the email of a row (its id) and brings it into view. */
    look: (row: number) => {
      change({ type: "preview", row });
      setPreviewsAsked(previewsAsked + 1);
    },
    isListFolded,
    foldList: setListFolded,
    /** Leads to the list: to its first problem of these kinds, if any. */
    lookAtCheck: (kinds: ReadonlySet<ProblemKind> = NO_KINDS) => {
      flushSync(() => setListFolded(false));
      goToCheck(kinds);
    },
    /** How often a preview was requested. */
    previewsAsked,
    previewErrors: previewErrors(form, around),
    sendErrors: sendErrors(form, around),
  };
}

export type SendFormState = ReturnType<typeof useSendForm>;

/** The form with remembered values for sticky placeholders that you haven't filled in. */
function withStickyValues(form: SendForm, mail: Email | null, uid: string): SendForm {
  if (!mail) return form;
  const remembered = mail.variables.flatMap(({ name, type }) =>
    type === "sticky" && !Object.hasOwn(form.values, name) ? [[name, stickyValue(uid, name)] as const] : [],
  );
  if (remembered.length === 0) return form;
  return { ...form, values: { ...Object.fromEntries(remembered), ...form.values } };
}
