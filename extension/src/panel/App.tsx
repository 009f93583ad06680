import { ConfirmProvider, createQueryClient, MuiTheme, Notice, useOnline, useSession } from "@sendwright/web/parts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Bar } from "./Bar.tsx";
import { currentUid } from "./panelAccess.ts";
import { SignedOut } from "./SignedOut.tsx";
import styles from "./surface.module.css";
import { Workspace } from "./Workspace.tsx";

/** One interface for the popup and the side panel. Everything below the session is keyed by its person. */
export function App() {
  const { isLoading, isAuthenticated, user } = useSession();
  const isOnline = useOnline();
  const uid = isAuthenticated ? currentUid() : null;
  return (
    <MuiTheme>
      <ConfirmProvider>
        <Bar email={user?.email ?? null} />
        <main className={styles.main}>
          {!isOnline && (
            <Notice variant="warning">You're offline. We keep what you write. Send it when you're back online.</Notice>
          )}
          {isLoading && <p role="status">Checking who is signed in</p>}
          {!isLoading && uid === null && <SignedOut />}
          {uid !== null && <Account key={uid} uid={uid} />}
        </main>
      </ConfirmProvider>
    </MuiTheme>
  );
}

function Account({ uid }: { uid: string }) {
  const [cache] = useState(createQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <Workspace uid={uid} />
    </QueryClientProvider>
  );
}
