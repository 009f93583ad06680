import { lazy, StrictMode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation, useNavigate } from "react-router-dom";

/** The floor of the landing page: React, its DOM and the router with what such a page uses of them, and one button. */
const Other = lazy(() => import("./Other.tsx"));

function Landing() {
  const [pressed, setPressed] = useState(0);
  const { hash } = useLocation();
  const navigate = useNavigate();
  if (hash === "#gone") return <Navigate to="/other" replace />;
  return (
    <>
      <button type="button" onClick={() => setPressed(pressed + 1)}>
        {pressed}
      </button>
      <button type="button" onClick={() => navigate("/other")}>
        Away
      </button>
      <Link to="/other">Other</Link>
    </>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Suspense fallback="Loading">
          <Routes>
            <Route path="/" element={<Landing />} />
            <Route path="*" element={<Other />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </StrictMode>,
  );
}
