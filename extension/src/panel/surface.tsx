/** The popup and the side panel: one interface, in two places. */
import { provideAccess, tokenStyles } from "@sendwright/web/parts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { followSession, surfaceAccess } from "./panelAccess.ts";

const style = document.createElement("style");
style.textContent = tokenStyles();
document.head.prepend(style);

provideAccess(surfaceAccess);
followSession();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
