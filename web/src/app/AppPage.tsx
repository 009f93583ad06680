import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmProvider } from "../components/Confirm.tsx";
import { ToastProvider } from "../components/Toasts.tsx";
import { createQueryClient } from "../lib/queryClient.ts";
import { AppTabs } from "./AppTabs.tsx";
import { MuiTheme } from "./MuiTheme.tsx";
import { TopBar } from "./TopBar.tsx";

/** The application behind the sign-in (specification, section 2). Its cache lives as long as the session. */
export default function AppPage() {
  const [cache] = useState(createQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <MuiTheme>
        <ToastProvider>
          <ConfirmProvider>
            <TopBar />
            <AppTabs />
          </ConfirmProvider>
        </ToastProvider>
      </MuiTheme>
    </QueryClientProvider>
  );
}
