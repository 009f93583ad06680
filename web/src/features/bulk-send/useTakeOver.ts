import { useEffect } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { takeOver } from "../../sending/handOver.ts";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { withEmptyRows } from "../../sending/tableRows.ts";
import { bulkForms } from "./bulkWay.ts";
import { hasContent } from "./form/bulkForm.ts";

const QUESTION = {
  title: "Replace what stands in Bulk Send?",
  text: "There is a list or a mail that you have not sent. The people from Direct Send take its place; else they stay in Direct Send.",
  action: "Replace it",
  cancel: "Keep it",
};

/** Fetches the people that come along from Direct Send, when the screen opens. */
export function useTakeOver(): void {
  const account = useAccount();
  const confirm = useConfirm();
  useEffect(() => {
    const given = takeOver(account);
    if (!given) return;
    const { read, change } = bulkForms(account);
    const take = async () => {
      if (hasContent(read()) && !(await confirm(QUESTION))) return;
      const rows = withEmptyRows([], given.rows.length).map((row, index) => ({
        ...row,
        cells: given.rows[index] ?? row.cells,
      }));
      change({ type: "takeOver", templateId: given.templateId, rows });
      given.onTaken();
    };
    void take();
  }, [account, confirm]);
}
