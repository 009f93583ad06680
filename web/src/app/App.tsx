import { lazy, type ReactNode, Suspense } from "react";
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom";
import { Spinner } from "../components/Spinner.tsx";
import { DemoSection } from "../features/demo/DemoSection.tsx";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { watchAddress } from "../lib/leaveGuards.ts";
import { useSession } from "../lib/useSession.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

const AppPage = lazy(() => import("./AppPage.tsx"));
const ExtensionPage = lazy(() => import("../features/get-extension/ExtensionPage.tsx"));
const TextPage = lazy(() => import("../features/privacy/TextPage.tsx"));

watchAddress();

/** The routes. Only the landing page comes with the first script. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Suspense fallback={<Spinner page label="Loading" />}>
          <Routes>
            <Route path="/" element={<LandingPage demo={<DemoSection />} />} />
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
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner page label="Checking your session" />;
  return isAuthenticated ? page : <Navigate to="/" replace />;
}
