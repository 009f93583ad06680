import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { Spinner } from "../components/Spinner.tsx";
import { useSession } from "../lib/useSession.ts";

/** Shows a page to those who are signed in; others go to the landing page (rule: who may what). */
export function RequireSession({ page }: { page: ReactNode }) {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner page label="Checking your session" />;
  return isAuthenticated ? page : <Navigate to="/" replace />;
}
