import { isUncertain } from "@sendwright/core/attempt/attempt";
import { useEffect, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { takeOver } from "../../sending/handOver.ts";
import { ABOUT_TO_BEGIN } from "../../sending/messages.ts";
import { useAccount, useSending } from "../../sending/SendingProvider.tsx";
import { withEmptyRows } from "../../sending/tableRows.ts";
import { bulkForms, bulkWay } from "./bulkWay.ts";
import { hasBulkContent } from "./form/unsent.ts";

const QUESTION = {
  title: "Replace what stands in Bulk Send?",
  text: "There is a list or a mail that you have not sent. The people from Direct Send take its place; else they stay in Direct Send.",
  action: "Replace it",
  cancel: "Keep it",
};

/** A table that came along from Direct Send. */
export interface TakenOver {
  /** Of the list in the form. */
  source: number;
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
      const rows = withEmptyRows([], given.rows.length).map((row, index) => ({
        ...row,
        cells: given.rows[index] ?? row.cells,
      }));
      change({ type: "takeOver", templateId: given.templateId, rows });
      given.onTaken();
      onTaken();
      const { source } = read();
      if (source) setTaken({ source: source.id, people: rows.length });
    };
    void take();
  }, [account, confirm, toast, sending, onTaken]);
  return taken;
}
