import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect } from "react";
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom";
import { later, preloadAll } from "../components/later.tsx";
import { Spinner } from "../components/Spinner.tsx";
import { DemoSection } from "../features/demo/DemoSection.tsx";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { watchAddress } from "../lib/leaveGuards.ts";
import { useSession } from "../lib/useSession.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

const AppPage = later(() => import("./AppPage.tsx"), <Spinner page label="Loading" />);
const ExtensionPage = lazy(() => import("../features/get-extension/ExtensionPage.tsx"));
const TextPage = lazy(() => import("../features/privacy/TextPage.tsx"));

watchAddress();

/**
 * Milliseconds in which the check of the session gets to its call: running the application's script
 * at that time would hold the call up.
 */
const HEAD_START = 100;

/** The tab that the application opens with, unless its address names another. */
const firstTab = { preload: () => import("../features/templates/TemplatesTab.tsx") };

/**
 * Loads the application while Google's window is open, or the session is checked; its first tab
 * beside it, not after it.
 */
function loadApp(): void {
  const isFirst = /^(#templates.*)?$/.test(window.location.hash);
  preloadAll(isFirst ? [AppPage, firstTab] : [AppPage]);
}

/** The routes. Only the landing page comes with the first script. */
export function App() {
  const { isLoading } = useSession();
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(loadApp, HEAD_START);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Suspense fallback={<Spinner page label="Loading" />}>
          <Routes>
            <Route path="/" element={<LandingPage demo={<DemoSection />} onSignIn={loadApp} />} />
            <Route path="/app" element={<RequireSession page={<AppPage />} />} />
            <Route path="/privacy" element={<TextPage page="privacy" />} />
            <Route path="/terms" element={<TextPage page="terms" />} />
            <Route path="/extension" element={<ExtensionPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </ErrorBoundary>
  );
}

/** Shows a page to those who are signed in; others go to the landing page (rule: who may what). */
function RequireSession({ page }: { page: ReactNode }) {
  // Deferred, so that React draws the application in slices, and its first calls needn't wait for
  // all of it.
  const { isLoading, isAuthenticated } = useDeferredValue(useSession());
  if (isLoading) return <Spinner page label="Checking your session" />;
  return isAuthenticated ? page : <Navigate to="/" replace />;
}
