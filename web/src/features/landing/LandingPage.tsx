import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import { Hero } from "./Hero.tsx";
import styles from "./Landing.module.css";

const Below = lazy(() => import("./Below.tsx"));

/** What another screen wants said here, e.g. that the account has been deleted. */
function noticeOf(state: unknown): string | null {
  const notice =
    typeof state === "object" && state !== null && "notice" in state ? state.notice : null;
  return typeof notice === "string" ? notice : null;
}

/**
 * The landing page. It sends a signed-in person to /app, unless their logout failed: then it shows
 * that first. `demo` is its live demo; `onSignIn` is called when someone starts to sign in.
 */
export function LandingPage({ demo, onSignIn }: { demo: ReactNode; onSignIn: () => void }) {
  useTitle("");
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(search);
  const { isLoading, isAuthenticated } = useSession();

  useEffect(() => {
    if (search) void navigate({ search: "", hash }, { replace: true });
  }, [search, hash, navigate]);

  const code = new URLSearchParams(query).get("error");
  if (isAuthenticated && code !== "logout_failed") return <Navigate to="/app" replace />;
  if (isLoading) return <Spinner page label="Initializing..." />;
  return (
    <>
      <VisitorBar home={isAuthenticated ? "/app" : "/"} />
      <main className={styles.main}>
        <Hero told={code ? { query } : null} notice={noticeOf(state)} onSignIn={onSignIn} />
        <Suspense fallback={<div className={styles.room} />}>
          <Below demo={demo} />
        </Suspense>
      </main>
      <SiteFooter version="v3.0.0" />
    </>
  );
}
