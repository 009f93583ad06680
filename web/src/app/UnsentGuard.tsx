import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useConfirm } from "../components/Confirm.tsx";
import { useLateForms } from "../features/send/form/SendForms.tsx";
import { refuseStrayDrops, useLeaveGuard } from "../lib/leaveGuards.ts";
import { useSendingContext } from "../sending/SendingProvider.tsx";

const QUESTION = {
  title: "Leave without sending?",
  text: "We keep what you wrote in Direct Send and Bulk Send in this tab, up to 2 MB, until you send it or log out. We don't keep the files you chose.",
  action: "Leave",
  cancel: "Stay",
};

/**
 * Wraps the tabs and keeps unsent work. Changing tabs loses nothing; any other way out asks first.
 */
export function UnsentGuard() {
  const forms = useLateForms();
  const { sendings } = useSendingContext();
  const confirm = useConfirm();
  // The address to come back to is the present one.
  useLocation();
  useLeaveGuard({
    hasUnsaved: () =>
      Object.values(forms.read() ?? {}).some((form) => form.hasUnsent()) ||
      sendings.some(({ uploading }) => uploading() !== null),
    isLostAt: ({ pathname }) => pathname !== "/app",
    ask: () => confirm(QUESTION),
  });
  useEffect(refuseStrayDrops, []);
  return null;
}
