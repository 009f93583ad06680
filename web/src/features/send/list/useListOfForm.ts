import { emailsOf } from "@sendwright/core/check/joinedRows";
import { joinsRows } from "@sendwright/core/check/value";
import type { PageCheck } from "@sendwright/core/list/belonging";
import type { CheckSettings } from "@sendwright/core/list/check";
import { filledList, isFilled, type List, withoutColumns } from "@sendwright/core/list/list";
import { withRowFiles } from "@sendwright/core/list/listFiles";
import { type Feeds, feedsOf, rowsAsEarlier } from "@sendwright/core/list/mapping";
import { type OverlookedColumn, overlookedColumns } from "@sendwright/core/list/overlooked";
import { rowsToFillIn } from "@sendwright/core/list/toFillIn";
import { COPY_FIELDS } from "@sendwright/core/recipients/copies";
import { useMemo } from "react";
import { useLimits } from "../../../data/configQuery.ts";
import { useSuppressedKeys } from "../../../data/suppressionQueries.ts";
import type { ListReader } from "../../../lib/lists/ListReader.ts";
import { useSame } from "../../../lib/useStable.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { type FilesOfForm, useRowFiles } from "../files/useRowFiles.ts";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { type RememberedFeeds, rememberedFeeds, withRememberedFeeds } from "./rememberedFeeds.ts";
import { useCheck } from "./useCheck.ts";
import { type FormFileReader, useFileReader, useListReader } from "./useFileReader.ts";

const NO_FEEDS: RememberedFeeds = new Map();
const NO_ROWS: ReadonlySet<number> = new Set();

/** The people of a form, as they are read, checked and sent. */
export interface ListOfForm {
  /** Null for none. Includes blank rows. */
  list: List | null;
  /** Without blank rows: the list that is checked and sent. */
  filled: List | null;
  /** Which column feeds which placeholder; null without a list or an email. */
  feeds: Feeds | null;
  /** The columns that you chose for the template before. */
  remembered: RememberedFeeds;
  /** How many rows are checked and sent. */
  limit: number;
  /** Reads the chosen file into the form. */
  fileReader: FormFileReader;
  /** Reads other lists. */
  listReader: ListReader;
  /** Null if there is nothing to check the list against. */
  checking: CheckSettings | null;
  check: PageCheck | null;
  /** The rows (by id) that aren't filled in yet. */
  toFill: ReadonlySet<number>;
  /** The rows (by id) whose people would get exactly the email that they have. */
  asEarlier: ReadonlySet<number>;
  /** The files for each person. */
  rowFiles: FilesOfForm;
  /** Placeholders that many emails have no value for, although an unused column looks like it. */
  overlooked: readonly OverlookedColumn[];
  /** The people you don't email; `suppressed` is undefined until they are known. */
  notEmailed: ReturnType<typeof useSuppressedKeys>;
  /** Why the list can't be checked. */
  checkError: string | null;
  /** Whether the check is of the current form. */
  isChecked: boolean;
  /** Whether a file is being read or the list is being checked. */
  isChecking: boolean;
}

/** The list of a form's people, checked against its email. */
export function useListOfForm(
  form: SendForm,
  mail: Email | null,
  change: (action: SendFormAction) => void,
): ListOfForm {
  const read = useReadList(form, mail, change);
  const { list } = read;
  const { isLoading, ...settings } = useCheckSettings(form, mail, list);
  const listReader = useListReader();
  const fileReader = useFileReader(listReader, change);
  const checkable = list !== null && list.mapping.address !== null ? list : null;
  const { check, isChecked, error } = useCheck(listReader, checkable, settings.checking);
  const findings = useFindings(form, mail, read, check);
  const isWaiting = checkable !== null && settings.checking !== null && !isChecked && !error;
  return useSame({
    ...read,
    ...settings,
    ...findings,
    fileReader,
    listReader,
    check,
    isChecked,
    checkError: error?.message ?? null,
    isChecking: fileReader.isReading || isLoading || isWaiting,
  });
}

/** The list of a form with the files of its rows. */
function useReadList(
  { people, choice }: SendForm,
  mail: Email | null,
  change: (action: SendFormAction) => void,
) {
  const { uid } = useAccount();
  const source = people.now.list?.source;
  // Read once for each list, so that a send in another tab doesn't change the columns on the
  // screen.
  const remembered = useMemo(
    () =>
      choice.kind === "template" && source !== undefined
        ? rememberedFeeds(uid, choice.id)
        : NO_FEEDS,
    [uid, choice, source],
  );
  const read = useMemo(() => listOf({ people }, mail, remembered), [people, mail, remembered]);
  const isJoined = useMemo(() => mail !== null && joinsRows(mail), [mail]);
  const rowFiles = useRowFiles(read, isJoined, change);
  const { found } = rowFiles;
  const list = useMemo(() => read && withRowFiles(read, found), [read, found]);
  const filled = useMemo(() => list && filledList(list), [list]);
  return { list, filled, remembered, rowFiles };
}

/** The settings of the check, at first without the people you don't email. */
function useCheckSettings(
  { people, choice, values, copies, tab }: SendForm,
  mail: Email | null,
  list: List | null,
) {
  const limits = useLimits();
  const isCsv = people.now.mode === "csv";
  // Too many addresses are an error of the form, not of some of its rows.
  const limit = isCsv && tab === "bulk" ? limits.MAX_CSV_RECIPIENTS : Number.POSITIVE_INFINITY;
  const canBeSent = mail !== null && (!isCsv || choice.kind === "template");
  const hasPeople = list?.rows.some(isFilled) === true;
  const notEmailed = useSuppressedKeys(
    hasPeople || COPY_FIELDS.some((field) => copies[field].trim() !== ""),
  );
  const { suppressed } = notEmailed;
  const checking = useMemo(
    () =>
      mail && canBeSent
        ? {
            ...mail,
            values: new Map(Object.entries(values)),
            limit,
            copies,
            ...(suppressed && { suppressed }),
          }
        : null,
    [mail, canBeSent, values, limit, copies, suppressed],
  );
  return { limit, notEmailed, checking, isLoading: hasPeople && notEmailed.isLoading };
}

/** Findings about a list and its check that aren't problems of rows. */
function useFindings(
  { choice }: SendForm,
  mail: Email | null,
  { list, filled }: Pick<ListOfForm, "list" | "filled">,
  check: PageCheck | null,
) {
  const toFill = useMemo(() => rowsToFillIn(check, list), [check, list]);
  const feeds = useMemo(() => (list && mail ? feedsOf(list, mail.variables) : null), [list, mail]);
  const revision = mail?.revision;
  const asEarlier = useMemo(() => {
    if (!list || !feeds || !check || choice.kind !== "template") return NO_ROWS;
    return emailsOf(check, rowsAsEarlier(list, { template: choice.id, revision }, feeds));
  }, [list, feeds, check, choice, revision]);
  const overlooked = useMemo(
    () =>
      filled && feeds && check && mail
        ? overlookedColumns(filled, feeds, check, mail.variables, mail)
        : [],
    [filled, feeds, check, mail],
  );
  return { toFill, feeds, asEarlier, overlooked };
}

/** The list of a form in its mode and with its template; null for none. */
function listOf(
  { people }: Pick<SendForm, "people">,
  mail: Email | null,
  known: RememberedFeeds,
): List | null {
  const { mode, list } = people.now;
  if (list === null) return null;
  if (mode === "manual") return withoutColumns(list, mail?.variables ?? []);
  return mail ? withRememberedFeeds(list, known, mail.variables) : list;
}

/**
 * The list of a form as it is checked and sent, without blank rows; null for none. Its files go to
 * the people they went to before the form changed.
 */
export function listToSend(
  form: SendForm,
  mail: Email | null,
  { remembered, rowFiles }: Pick<ListOfForm, "remembered" | "rowFiles">,
): List | null {
  const list = listOf(form, mail, remembered);
  return list && filledList(withRowFiles(list, rowFiles.found));
}
