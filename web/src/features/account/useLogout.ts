import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { isAnythingUnsaved } from "../../lib/leaveGuards.ts";
import { forgetEverything } from "../../lib/remembered.ts";
import { signOutHere } from "../../lib/session.ts";

const QUESTION = {
  title: "Log out? Unsent drafts will be deleted.",
  text: "Emails and recipients you've entered in Direct Send and Bulk Send will be deleted from this browser.",
  action: "Log out",
  cancel: "Stay",
};

/**
 * The way out (rule: logout): signs out and goes to /, or on failure to /?error=logout_failed. Asks first where something
 * unsent would be lost by it.
 */
export function useLogout() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const confirm = useConfirm();
  const leave = async () => {
    if (isAnythingUnsaved() && !(await confirm(QUESTION))) return;
    setLeaving(true);
    try {
      await signOutHere();
      forgetEverything();
      await navigate("/");
    } catch (error) {
      console.warn("Logout failed:", error);
      await navigate("/?error=logout_failed");
    } finally {
      setLeaving(false);
    }
  };
  return { logout: () => void leave(), isLeaving };
}
