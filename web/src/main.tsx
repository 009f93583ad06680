import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import "./app/global.css";
import "./app/forcedColors.css";
import "./app/phone.css";
import { App } from "./app/App.tsx";
import { startSession } from "./lib/session.ts";
import { sessionMark } from "./lib/signedInMark.ts";
import { setTrustedTypesPolicy } from "./lib/trustedTypes.ts";

setTrustedTypesPolicy();
startSession(window.location.pathname);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no root element.");
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
const { pathname, search } = window.location;
// index.html has the landing page as a new visitor sees it (`landingMarkup.tsx`). For anyone else,
// React replaces it.
if (
  root.firstElementChild &&
  pathname === "/" &&
  search === "" &&
  sessionMark() !== "in" &&
  !history.state?.usr
) {
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
delete document.documentElement.dataset.returning;
