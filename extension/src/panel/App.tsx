import { mayStillSend } from "@sendwright/core/attempt/attempt";
import {
  BlankLetter,
  Button,
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
import { isBlank } from "./draftChanges.ts";
import { currentUid } from "./panelAccess.ts";
import styles from "./surface.module.css";
import { useStored } from "./useStored.ts";
import { Workspace } from "./Workspace.tsx";

const SIGN_IN =
  "Sign in with Google on the Sendwright website, and this window uses the same account.";

/**
 * Shown if no one is signed in, or the page has been silent for 10 minutes: says how to sign in,
 * what is kept and for whom, and that a send continues.
 */
function SignedOut() {
  const draft = useStored("draft");
  const attempt = useStored("attempt");
  const person = useStored("person");
  if (draft === undefined || attempt === undefined || person === undefined) return null;
  const sentence = () => {
    if (person === null) return SIGN_IN;
    const { uid, email } = person;
    if (attempt?.uid === uid && mayStillSend(attempt.attempt.status))
      return `Your session has ended, but your email may still be sent. To undo it or see its result, sign in again as ${email}.`;
    if (draft?.uid !== uid || isBlank(draft)) return SIGN_IN;
    return `Your session has ended. Your email is kept until you sign in again as ${email}. It is deleted if you log out, someone else signs in or the browser closes.`;
  };
  return (
    <>
      <h1 className="unseen">Sendwright</h1>
      <EmptyState
        drawing={<BlankLetter />}
        sentence={sentence()}
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
            <Notice variant="warning">You're offline. We keep what you write here.</Notice>
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
