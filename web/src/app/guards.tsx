import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { Spinner } from "../components/Spinner.tsx";
import { useSession } from "../lib/useSession.ts";

/** Shows a page to those who are signed in; others go to the landing page (specification, section 2). */
export function RequireSession({ page }: { page: ReactNode }) {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner page label="Checking your session" />;
  return isAuthenticated ? page : <Navigate to="/" replace />;
}

/** Sends those who are signed in to the application; only a failed logout keeps them, to say that it failed. */
export function VisitorsOnly({ page }: { page: ReactNode }) {
  const { isAuthenticated } = useSession();
  const [query] = useSearchParams();
  if (isAuthenticated && query.get("error") !== "logout_failed") return <Navigate to="/app" replace />;
  return page;
}
