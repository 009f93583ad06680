import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { forgetEverything } from "../../lib/remembered.ts";
import { signOutHere } from "../../lib/session.ts";

/** The way out (rule: logout): signs out and goes to /, or on failure to /?error=logout_failed. */
export function useLogout() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
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
