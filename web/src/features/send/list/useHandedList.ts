import {
  EXTENSION_LIST,
  HANDED_LIST_HASH,
  type HandedList,
  handedList,
} from "@sendwright/core/contract";
import { writeCsv } from "@sendwright/core/csv/write";
import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../../../components/Toasts.tsx";
import { useConfig } from "../../../data/configQuery.ts";
import { askExtension } from "../../../lib/askExtension.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import type { SendFormAction } from "../form/formActions.ts";
import type { FileReader } from "./useListReader.ts";

const NONE =
  "The extension has no list for this account. In the extension, choose “Continue in Bulk Send” again.";

interface HandedListInput {
  /** Whether the form can take another email now. */
  isFree: boolean;
  /** Keeps the form's email, if it has one, among the unsent ones. */
  keepUnsent: (action: SendFormAction) => void;
  change: (action: SendFormAction) => void;
  reader: FileReader;
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
    void navigate({ hash: "bulk-send" }, { replace: true });
    if (list === null) {
      toast(NONE, { variant: "warning", duration: 10_000 });
      return;
    }
    if (taken.current === list.id) return;
    taken.current = list.id;
    put(list, input);
    await askExtension(id, { ...EXTENSION_LIST, taken: list.id });
  });
  const isAsked = hash === `#${HANDED_LIST_HASH}` && input.isFree && !isLoading;
  useEffect(() => {
    if (isAsked) void take();
  }, [isAsked]);
}

/** Puts the email and its people into the form, the people as if their table had been pasted. */
function put(
  { rows, templateId, subject, body, values }: HandedList,
  { keepUnsent, change, reader }: HandedListInput,
): void {
  reader.forget();
  keepUnsent({ type: "startOver" });
  if (templateId === "") {
    change({ type: "mode", mode: "manual" });
    change({ type: "choice", choice: { kind: "compose" } });
    change({ type: "compose", subject, body });
    change({ type: "manualText", text: addressesOf(rows).join("\n") });
    return;
  }
  if (templateId !== null) change({ type: "choice", choice: { kind: "template", id: templateId } });
  for (const [variable, value] of values)
    change({ type: "value", variable, value, isUnfinished: false });
  const [headers = [], ...people] = rows;
  reader.read({ kind: "paste", name: "People from the extension" }, writeCsv(headers, people));
}

/** The people of a table as lines of a field of addresses. */
function addressesOf([headers = [], ...people]: readonly string[][]): string[] {
  const isNamed = headers[1] === "Name";
  return people.map(([address = "", name = ""]) =>
    isNamed ? formatRecipient({ address, name }) : address,
  );
}
