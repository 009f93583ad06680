import Button from "@mui/material/Button";
import { BlankLetter, EmptyState } from "@sendwright/web/parts";
import { ORIGIN } from "../shared/settings.ts";
import { useStored } from "./useStored.ts";

/**
 * Shown if no one is signed in, or the page has been silent for 10 minutes: says how to sign in, and that nothing is
 * lost.
 */
export function SignedOut() {
  const draft = useStored("draft");
  const open = () => void chrome.tabs.create({ url: `${ORIGIN}/app` });
  return (
    <>
      <h1 className="unseen">Sendwright</h1>
      <EmptyState
        drawing={<BlankLetter />}
        sentence={
          draft
            ? "Your session has expired. Open Sendwright to continue. We keep what you wrote here."
            : "Sign in on Sendwright and you'll be signed in here too."
        }
        action={
          <Button variant="contained" onClick={open}>
            Open Sendwright
          </Button>
        }
      />
    </>
  );
}
