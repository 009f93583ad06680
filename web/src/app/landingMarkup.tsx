import { StrictMode, Suspense } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { Route, Routes, StaticRouter } from "react-router-dom";
import { DemoSection } from "../features/demo/DemoSection.tsx";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

/**
 * The landing page as a visitor first sees it, for the build to put into index.html: what `App`
 * draws at "/".
 */
export async function landingMarkup(): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <ErrorBoundary>
        <StaticRouter location="/">
          <Suspense fallback={null}>
            <Routes>
              <Route
                path="/"
                element={<LandingPage demo={<DemoSection />} onSignIn={() => undefined} />}
              />
            </Routes>
          </Suspense>
        </StaticRouter>
      </ErrorBoundary>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  let markup = "";
  for await (const part of prelude) markup += part;
  return markup;
}
