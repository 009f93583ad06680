import { isUnanswered } from "@sendwright/core/attempt/attempt";
import {
  EXTENSION_LIST,
  HANDED_LIST_HASH,
  type HandedList,
  handedList,
} from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { recipientsIn } from "@sendwright/core/list/read";
import { addressKey, formatRecipient } from "@sendwright/core/recipients/recipients";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CutTable } from "../../../components/RecipientChips/RecipientChips.tsx";
import { useToast } from "../../../components/Toasts.tsx";
import { useConfig } from "../../../data/configQuery.ts";
import { askExtension } from "../../../lib/askExtension.ts";
import { errorMessage } from "../../../lib/errorMessage.ts";
import type { ListReader } from "../../../lib/lists/ListReader.ts";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { ABOUT_TO_BEGIN } from "../../../sending/attemptMessages.ts";
import { useAccount, useSendingOf } from "../../../sending/SendingProvider.tsx";
import { OPEN_BULK_SEND } from "../../../sending/useWhenHere.ts";
import type { SendFormAction } from "../form/formActions.ts";
import { useForms } from "../form/useForm.ts";
import type { FormFileReader } from "./useFileReader.ts";

const NONE =
  "The extension has no list for this account. In the extension, choose “Continue in Bulk Send” again.";

const WAITS = "The people from the extension are ready.";
const ASKED = `#${HANDED_LIST_HASH}`;

interface HandedListInput {
  /** Whether the form can take another email now. */
  isFree: boolean;
  /** Keeps the form's email, if it has one, among the unsent ones. */
  keepUnsent: (action: SendFormAction) => void;
  change: (action: SendFormAction) => void;
  fileReader: FormFileReader;
}

/**
 * Takes over the list that the extension has ready, if the address says so (rule: from the
 * extension). The extension keeps it until it is in the form.
 */
export function useHandedList(input: HandedListInput): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const { uid } = useAccount();
  const { config, isLoading } = useConfig();
  const taken = useRef<string | null>(null);
  const take = useEffectEvent(async () => {
    const id = config?.extensionId;
    const list = handedList(await askExtension(id, EXTENSION_LIST), uid);
    const isHere = window.location.hash === ASKED;
    if (isHere) void navigate({ hash: "bulk-send" }, { replace: true });
    if (list === null) toast(NONE, { variant: "warning", duration: 10_000 });
    else if (!isHere) {
      const run = () => void navigate({ hash: ASKED });
      toast(WAITS, { duration: null, action: { word: OPEN_BULK_SEND, run } });
    } else if (taken.current !== list.id) {
      taken.current = list.id;
      put(list, input);
      await askExtension(id, { ...EXTENSION_LIST, taken: list.id });
    }
  });
  const isAsked = hash === ASKED && input.isFree && !isLoading;
  useEffect(() => {
    if (isAsked) void take();
  }, [isAsked]);
}

/** Puts the email and its people into the form, the people as if their table had been pasted. */
function put(
  { rows, table, templateId, subject, body, values }: HandedList,
  { keepUnsent, change, fileReader }: HandedListInput,
): void {
  fileReader.forget();
  if (templateId !== "") begin({ keepUnsent, change }, templateId, values);
  else {
    keepUnsent({ type: "startOver" });
    change({ type: "choice", choice: { kind: "compose" } });
    change({ type: "compose", subject, body });
  }
  const [headers = [], ...people] = rows;
  if (table !== undefined) fileReader.read({ kind: "paste", name: "Pasted table" }, table);
  else if (templateId !== "")
    fileReader.read(
      { kind: "paste", name: "People from the extension" },
      writeCsv(headers, people),
    );
  else {
    change({ type: "mode", mode: "manual" });
    change({ type: "manualText", text: addressesOf(rows).join("\n") });
  }
}

/** Begins another email of this template, with values that everyone gets. */
function begin(
  { keepUnsent, change }: Pick<HandedListInput, "keepUnsent" | "change">,
  templateId: string | null,
  values: HandedList["values"],
): void {
  keepUnsent({ type: "startOver" });
  if (templateId !== null) change({ type: "choice", choice: { kind: "template", id: templateId } });
  for (const [variable, value] of values)
    change({ type: "value", variable, value, isUnfinished: false });
}

/**
 * Returns the function that takes a table from the recipients of Direct Send to Bulk Send, with the
 * template and the values there (rule: paste). Its people leave Direct Send. Undo brings all back.
 */
export function useTableInBulk(reader: ListReader): (table: CutTable) => Promise<void> {
  const { direct, bulk } = useForms();
  const sending = useSendingOf("bulk");
  const navigate = useNavigate();
  const toast = useToast();
  const isReading = useRef(false);
  return async ({ text, people: inTable }) => {
    if (isUnanswered(sending.read())) toast(ABOUT_TO_BEGIN, { variant: "info" });
    if (isUnanswered(sending.read()) || isReading.current) return;
    isReading.current = true;
    try {
      const source = { kind: "paste", name: "Pasted table" } as const;
      const reading = AS_DETECTED;
      const { list, ...how } = await reader.read({ source, content: text, reading });
      const { choice, values, people } = direct.read();
      const kept = bulk.unsentEmails();
      begin(bulk, choice.kind === "template" ? choice.id : null, Object.entries(values));
      const raw = { of: source, content: text, reading, ...how };
      bulk.change({ type: "newList", list: { ...list, source }, raw });
      if (sending.read().status === "ended") sending.close();
      const others = recipientsIn(people.now.list ?? { rows: [] }).filter(
        ({ address }) => address === null || !inTable.has(addressKey(address)),
      );
      direct.change({ type: "recipients", recipients: others });
      const moved = bulk.read();
      const undo = () => {
        if (bulk.read() !== moved) {
          toast("The table was changed or sent since, so it stays in Bulk Send.");
          return;
        }
        bulk.change({ type: "startOver" });
        for (const email of bulk.unsentEmails()) if (!kept.includes(email)) bulk.swap(email);
        const before = recipientsIn(people.now.list ?? { rows: [] });
        const now = recipientsIn(direct.read().people.now.list ?? { rows: [] });
        const since = now.filter(({ text: one }) => before.every(({ text: own }) => own !== one));
        direct.change({ type: "recipients", recipients: [...before, ...since] });
        void navigate({ hash: "direct-send" });
      };
      toast("The table is in Bulk Send.", {
        duration: 10_000,
        action: { word: "Undo", run: undo },
      });
      void navigate({ hash: "bulk-send" });
    } catch (error) {
      toast(errorMessage(error), { variant: "danger", duration: 10_000 });
    } finally {
      isReading.current = false;
    }
  };
}

/** The people of a table as lines of a field of addresses. */
function addressesOf([headers = [], ...people]: readonly string[][]): string[] {
  const isNamed = headers[1] === "Name";
  return people.map(([address = "", name = ""]) =>
    isNamed ? formatRecipient({ address, name }) : address,
  );
}
