import { lazy } from "react";

/** The tabs of /app, chosen by the address's hash (rule: tabs); the first is the default. */
export const TABS = [
  {
    hash: "templates",
    label: "Manage Templates",
    Screen: lazy(() => import("../features/templates/TemplatesTab.tsx")),
  },
  {
    hash: "direct-send",
    label: "Direct Send",
    Screen: lazy(() => import("../features/send/DirectSendTab.tsx")),
  },
  {
    hash: "bulk-send",
    label: "Bulk Send (CSV)",
    Screen: lazy(() => import("../features/send/BulkSendTab.tsx")),
  },
  {
    hash: "sends",
    label: "Sends",
    Screen: lazy(() => import("../features/sends/SendsTab.tsx")),
  },
] as const;

export type AppTab = (typeof TABS)[number];

/** The tab that the address's hash names, with its #. `#sends/…` is still the tab of `#sends`. */
export function tabOf(hash: string): AppTab {
  const name = hash.slice(1).split("/")[0];
  return TABS.find((tab) => tab.hash === name) ?? TABS[0];
}
