import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ConfirmDialog, ConfirmProvider } from "../components/Confirm.tsx";
import { preloadAfter } from "../components/later.tsx";
import { RichTextEditor } from "../components/RichTextEditor/RichTextEditor.tsx";
import { ToastProvider } from "../components/Toasts.tsx";
import { configQuery } from "../data/configQuery.ts";
import { templatesQuery } from "../data/templateQueries.ts";
import { AccountPanel, SuppressionsProvider } from "../features/account/AccountMenu.tsx";
import { loadFormScript } from "../features/send/form/lateForms.ts";
import { DraftsFirst, SendForms } from "../features/send/form/SendForms.tsx";
import {
  TemplateEditor,
  TemplateEditorProvider,
} from "../features/templates/TemplateEditorProvider.tsx";
import { backCloses } from "../lib/backCloses.ts";
import { keepWritingInView } from "../lib/keepWritingInView.ts";
import { createQueryClient } from "../lib/queryClient.ts";
import { useSession } from "../lib/useSession.ts";
import { SendingProvider } from "../sending/SendingProvider.tsx";
import { AppTabs } from "./AppTabs.tsx";
import { MuiTheme } from "./MuiTheme.tsx";
import { TopBar } from "./TopBar.tsx";
import { UnsentGuard } from "./UnsentGuard.tsx";

/** The application for signed-in people. Nothing in it passes from one person to the next. */
export default function AppPage() {
  const { user } = useSession();
  return (
    user && (
      <DraftsFirst key={user.uid} uid={user.uid}>
        <AccountPage uid={user.uid} />
      </DraftsFirst>
    )
  );
}

/**
 * One person's application. Its cache, forms and sends in progress live until the person signs out.
 */
function AccountPage({ uid }: { uid: string }) {
  const [cache] = useState(askingCache);
  useEffect(loadSoon, []);
  return (
    <QueryClientProvider client={cache}>
      <MuiTheme>
        <ToastProvider>
          <ConfirmProvider>
            <SendingProvider uid={uid}>
              <SendForms>
                <UnsentGuard />
                <SuppressionsProvider>
                  <TopBar />
                  <TemplateEditorProvider>
                    <AppTabs />
                  </TemplateEditorProvider>
                </SuppressionsProvider>
              </SendForms>
            </SendingProvider>
          </ConfirmProvider>
        </ToastProvider>
      </MuiTheme>
    </QueryClientProvider>
  );
}

/** A cache that already asks for what the tabs need, because drawing them takes a moment. */
function askingCache(): QueryClient {
  const cache = createQueryClient();
  void cache.prefetchQuery(configQuery);
  if (!window.location.hash.startsWith("#sends")) void cache.prefetchQuery(templatesQuery);
  return cache;
}

backCloses();
keepWritingInView();

/** Milliseconds after which the first tab is most likely there. */
const SOON = 3_000;

/** Loads what the first click may need. */
function loadSoon(): () => void {
  return preloadAfter(SOON, [
    ConfirmDialog,
    AccountPanel,
    TemplateEditor,
    RichTextEditor,
    { preload: loadFormScript },
  ]);
}
