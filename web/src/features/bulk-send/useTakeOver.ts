import { isUncertain } from "@sendwright/core/attempt/attempt";
import type { Source } from "@sendwright/core/list/list";
import { useEffect, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { takeOver } from "../../sending/handOver.ts";
import { ABOUT_TO_BEGIN } from "../../sending/messages.ts";
import { useAccount, useSending } from "../../sending/SendingProvider.tsx";
import { bulkForms, bulkWay } from "./bulkWay.ts";
import { hasBulkContent } from "./form/unsent.ts";

const QUESTION = {
  title: "Replace your list in Bulk Send?",
  text: "Bulk Send holds a list or an email that you haven't sent. The people from Direct Send would replace it.",
  action: "Replace it",
  cancel: "Keep it",
};

/** A table that came along from Direct Send. */
export interface TakenOver {
  /** Of the list in the form. */
  source: Source;
  people: number;
}

/**
 * Fetches the people that come along from Direct Send, when the screen opens; `onTaken` makes room for them. Returns
 * the table that came, null when none did.
 */
export function useTakeOver(onTaken: () => void): TakenOver | null {
  const [taken, setTaken] = useState<TakenOver | null>(null);
  const account = useAccount();
  const confirm = useConfirm();
  const toast = useToast();
  const { sending } = useSending(bulkWay);
  useEffect(() => {
    const given = takeOver(account);
    if (!given) return;
    const { read, change } = bulkForms(account);
    const take = async () => {
      if (isUncertain(sending.read())) return toast(ABOUT_TO_BEGIN, { variant: "info" });
      if (hasBulkContent(read()) && !(await confirm(QUESTION))) return;
      const { templateId, list, values } = given;
      change({ type: "takeOver", templateId, list, values });
      given.onTaken();
      onTaken();
      setTaken({ source: list.source, people: list.rows.length });
    };
    void take();
  }, [account, confirm, toast, sending, onTaken]);
  return taken;
}
