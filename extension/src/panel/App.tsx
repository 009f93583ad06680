import Button from "@mui/material/Button";
import {
  BlankLetter,
  ConfirmProvider,
  createQueryClient,
  EmptyState,
  MuiTheme,
  Notice,
  useOnline,
  useSession,
} from "@sendwright/web/parts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { openSite } from "../shared/openSite.ts";
import { Bar } from "./Bar.tsx";
import { currentUid } from "./panelAccess.ts";
import styles from "./surface.module.css";
import { useStored } from "./useStored.ts";
import { Workspace } from "./Workspace.tsx";

/**
 * Shown if no one is signed in, or the page has been silent for 10 minutes: says how to sign in,
 * and that nothing is lost.
 */
function SignedOut() {
  const draft = useStored("draft");
  return (
    <>
      <h1 className="unseen">Sendwright</h1>
      <EmptyState
        drawing={<BlankLetter />}
        sentence={
          draft
            ? "Your session has expired. Open Sendwright to continue. We keep what you wrote here."
            : "Sign in with Google on the Sendwright website, and this window uses the same account."
        }
        action={
          <Button variant="contained" onClick={() => void openSite()}>
            Open Sendwright
          </Button>
        }
      />
    </>
  );
}

/**
 * One interface for the popup and the side panel. Everything below the session is keyed by its
 * person.
 */
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
            <Notice variant="warning">
              You're offline. We keep what you write. Send it when you're back online.
            </Notice>
          )}
          {isLoading && <p role="status">Checking who is signed in…</p>}
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
