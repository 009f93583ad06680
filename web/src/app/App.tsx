import { lazy, Suspense } from "react";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { Spinner } from "../components/Spinner.tsx";
import { DemoSection } from "../features/demo/DemoSection.tsx";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { watchAddress } from "../lib/leaving.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { RequireSession } from "./guards.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

const AppPage = lazy(() => import("./AppPage.tsx"));
const ExtensionPage = lazy(() => import("../features/get-extension/ExtensionPage.tsx"));
const PrivacyPage = lazy(() => import("../features/privacy/PrivacyPage.tsx"));

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
            <Route path="/privacy" element={<PrivacyPage />} />
            <Route path="/extension" element={<ExtensionPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
