import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/global.css";
import "./app/phone.css";
import { App } from "./app/App.tsx";
import { startSession } from "./lib/session.ts";
import { nameWhatIsTrusted } from "./lib/trustedTypes.ts";

nameWhatIsTrusted();
startSession(window.location.pathname);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
