import { useNavigate } from "react-router-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useDeleteAccount, useDisconnect, useSignOutEverywhere } from "../../data/account.ts";
import { isLost } from "../../lib/isLost.ts";
import { isAnythingUnsaved } from "../../lib/leaving.ts";
import { forgetEverything } from "../../lib/remembered.ts";
import { signOutHere } from "../../lib/session.ts";
import styles from "./AccountMenu.module.css";

const WHAT_GOES = [
  "all templates and their attachments",
  "all sends and their results; what is still waiting is not sent",
  "the permission to send mail through your Google account",
  "your sign-in to Sendwright",
];

const DELETED = "Your account and its data have been deleted.";
const BEING_DELETED =
  "We're deleting your account. This can take a few minutes, in rare cases a few hours. Nothing more is sent, and you don't need to do anything.";
const NO_ANSWER =
  "We got no answer, so we can't tell whether your account is being deleted. Check your connection, then delete it again.";
const SIGNED_OUT = {
  sending: "You're signed out everywhere. Scheduled sends and sends that have begun continue.",
  cancelled: "You're signed out everywhere. Your open sends are cancelled.",
};

/** What signing out everywhere means; says whether the person wants their sends cancelled too. */
function SignOutQuestion({ onCancelSends }: { onCancelSends: (chosen: boolean) => void }) {
  return (
    <>
      <p>This signs you out of every browser and of the extension, within a minute.</p>
      {isAnythingUnsaved() && <p>What you have written but not sent is deleted from this browser.</p>}
      <p>Scheduled sends and sends that have begun continue without you.</p>
      <label className={styles.check}>
        <input type="checkbox" onChange={(event) => onCancelSends(event.target.checked)} />
        Cancel them too
      </label>
    </>
  );
}

/** The ways to leave, each behind a question that says what it means. */
export function useLeaving(email: string) {
  const confirm = useConfirm();
  const toast = useToast();
  const navigate = useNavigate();
  const disconnecting = useDisconnect();
  const deleting = useDeleteAccount();
  const signingOut = useSignOutEverywhere();

  const tell = (error: unknown) => toast(error instanceof Error ? error.message : String(error), { variant: "danger" });

  // Waited for here and not in callbacks of the mutation: the menu that asks is gone by the time of the answer.
  const disconnect = async () => {
    const yes = await confirm({
      title: "Disconnect Google?",
      text: "Sendwright gives the permission to send mail back to Google. Your templates stay; sends that are under way pause until you connect again.",
      action: "Disconnect Google",
    });
    if (!yes) return;
    try {
      await disconnecting.mutateAsync();
      toast("Google is disconnected.", { variant: "success" });
    } catch (error) {
      tell(error);
    }
  };

  const signOutEverywhere = async () => {
    let cancelSends = false;
    const onCancelSends = (chosen: boolean) => {
      cancelSends = chosen;
    };
    const yes = await confirm({
      title: "Sign out everywhere?",
      text: <SignOutQuestion onCancelSends={onCancelSends} />,
      action: "Sign out everywhere",
    });
    if (!yes) return;
    try {
      await signingOut.mutateAsync({ cancel_sends: cancelSends });
      await leave(cancelSends ? SIGNED_OUT.cancelled : SIGNED_OUT.sending);
    } catch (error) {
      tell(error);
    }
  };

  const leave = async (notice: string) => {
    await signOutHere();
    forgetEverything();
    await navigate("/", { replace: true, state: { notice } });
  };

  const deleteAll = async () => {
    const yes = await confirm({
      title: "Delete your account and data?",
      text: (
        <>
          <p>This deletes, for {email}:</p>
          <ul className={styles.list}>
            {WHAT_GOES.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>It cannot be undone. Mail that has been sent stays where it is.</p>
        </>
      ),
      action: "Delete everything",
    });
    if (!yes) return;
    try {
      const { complete } = await deleting.mutateAsync();
      await leave(complete ? DELETED : BEING_DELETED);
    } catch (error) {
      tell(isLost(error) ? new Error(NO_ANSWER, { cause: error }) : error);
    }
  };

  return {
    disconnect: () => void disconnect(),
    signOutEverywhere: () => void signOutEverywhere(),
    deleteAll: () => void deleteAll(),
    isBusy: disconnecting.isPending || deleting.isPending || signingOut.isPending,
  };
}
