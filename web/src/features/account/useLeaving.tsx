import { AppError, type OutputOf, type signOutEverywhere } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { useNavigate } from "react-router-dom";
import { CheckField } from "../../components/CheckField.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import {
  useDeleteAccount,
  useDisconnect,
  useSignOutEverywhere,
} from "../../data/accountChanges.ts";
import { session } from "../../lib/access.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { isInView } from "../../lib/inView.ts";
import { hasNoAnswer, isLost } from "../../lib/isLost.ts";
import { isAnythingUnsaved } from "../../lib/leaveGuards.ts";
import { forgetEverything } from "../../lib/remembered.ts";
import { endOnPurpose } from "../../lib/session.ts";
import styles from "./AccountMenu.module.css";

type SignOutResult = Pick<OutputOf<typeof signOutEverywhere>, "stopped" | "not_stopped">;

const SIGNED_OUT = "You're signed out here, and everywhere else within a minute.";
const MAY_ARRIVE = "Emails that were already going out may still arrive.";

/**
 * The notice after signing out everywhere: what it did to the sends, if they were to be stopped.
 */
export function signedOutMessage(wereToStop: boolean, answer: SignOutResult): string {
  if (!wereToStop) return `${SIGNED_OUT} Scheduled sends and sends in progress will continue.`;
  return [SIGNED_OUT, ...aboutSends(answer)].join(" ");
}

function aboutSends({ stopped, not_stopped }: SignOutResult): string[] {
  // An older server doesn't count, and answers only if it could stop all of them.
  if (stopped === undefined || not_stopped === undefined) {
    return ["Your scheduled sends and sends in progress are canceled.", MAY_ARRIVE];
  }
  if (stopped === 0 && not_stopped === 0) return ["There were no sends to stop."];
  return [
    ...(stopped > 0 ? [`${pluralize(stopped, "send")} stopped.`] : []),
    ...(not_stopped === 0 ? [] : [notStopped(stopped, not_stopped)]),
    ...(stopped > 0 ? [MAY_ARRIVE] : []),
  ];
}

function notStopped(stopped: number, count: number | null): string {
  if (count === null) return "Some sends may not be stopped: pause them in Sends.";
  const pause = `pause ${count === 1 ? "it" : "them"} in Sends.`;
  return `${stopped > 0 ? count : pluralize(count, "send")} couldn't be stopped: ${pause}`;
}

const WHAT_GOES = [
  "all templates and their attachments",
  "all sends and their results; emails that haven't gone out won't be sent",
  "the permission to send email from your Google account",
  "your sign-in to Sendwright",
];

/** Under a scrambled form of the Google account's number; docs/privacy.md has the times. */
const WHAT_STAYS = [
  "how many emails it sent in its last day, how many it could still send and how much it used Sendwright, for about two days, because daily limits still count them",
  "if we have stopped your sends: that they are stopped, since when and why, until we end it",
];

const DELETED = "Your account and its data have been deleted.";
const BEING_DELETED =
  "We're deleting your account. This usually takes a few minutes, but can take a few hours. No more emails will be sent. You don't need to do anything.";
const NO_ANSWER =
  "We don't know yet whether your account is being deleted. Check your connection and try again.";
/** The server cancels the sends before it ends the sessions. */
const MAYBE_CANCELED =
  "We couldn't sign you out everywhere. Your scheduled sends and sends in progress may already be canceled. Try again.";

/**
 * The person whose deletion got no answer. It's kept here because the menu closes between two
 * tries.
 */
let unanswered: string | undefined;

/** What signing out everywhere means; lets the person have their sends canceled too. */
function SignOutQuestion({ onCancelSends }: { onCancelSends: (chosen: boolean) => void }) {
  return (
    <div className="stack">
      <p>This signs you out of every browser and the extension within a minute.</p>
      {isAnythingUnsaved() && (
        <p>Anything you've written but not sent will be deleted from this browser.</p>
      )}
      <p>Scheduled sends and sends in progress will continue.</p>
      <CheckField onChange={onCancelSends}>Stop these sends too</CheckField>
    </div>
  );
}

function isSessionOver(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.status === 401 || error.reason === "session_expired_refresh_failed")
  );
}

/** Logging out and deleting the account, each with a question that explains it. */
export function useLeaving(email: string) {
  const confirm = useConfirm();
  const toast = useToast();
  const navigate = useNavigate();
  const disconnecting = useDisconnect();
  const deleting = useDeleteAccount();
  const signingOut = useSignOutEverywhere();

  const showError = (error: unknown) => toast(errorMessage(error), { variant: "danger" });

  // Waited for here and not in callbacks of the mutation: the menu that asks is gone by the time of
  // the answer.
  const disconnect = async () => {
    const yes = await confirm({
      title: "Disconnect Google?",
      text: "Sendwright will no longer be able to send from your account. We keep your templates. Sends in progress pause until you reconnect.",
      action: "Disconnect Google",
    });
    if (!yes) return;
    try {
      await disconnecting.mutateAsync();
      // The page's notice announces it, but may be scrolled out of view.
      const isSeen = () => isInView(document.querySelector("[data-app-notices]"));
      toast("Google is disconnected.", { variant: "success", isAnnounced: true, isSeen });
    } catch (error) {
      showError(error);
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
    let notice: string;
    try {
      const answer = await endOnPurpose(() =>
        signingOut.mutateAsync({ cancel_sends: cancelSends }),
      );
      notice = signedOutMessage(cancelSends, answer);
    } catch (error) {
      return showError(
        cancelSends && isLost(error) ? new Error(MAYBE_CANCELED, { cause: error }) : error,
      );
    }
    await leave(notice);
  };

  const leave = async (notice: string) => {
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
          <p>We keep, under a scrambled form of your Google account's number:</p>
          <ul className={styles.list}>
            {WHAT_STAYS.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>This cannot be undone. Emails you've already sent aren't affected.</p>
        </>
      ),
      action: "Delete everything",
    });
    if (!yes) return;
    let isComplete: boolean;
    try {
      isComplete = await endOnPurpose(() => remove(session().user?.uid));
    } catch (error) {
      return showError(hasNoAnswer(error) ? new Error(NO_ANSWER, { cause: error }) : error);
    }
    await leave(isComplete ? DELETED : BEING_DELETED);
  };

  /**
   * Whether the deletion is complete. After a lost answer, a session that is over means that it has
   * begun.
   */
  const remove = async (uid: string | undefined) => {
    try {
      return (await deleting.mutateAsync()).complete;
    } catch (error) {
      if (uid === unanswered && isSessionOver(error)) return false;
      if (hasNoAnswer(error)) unanswered = uid;
      throw error;
    }
  };

  return {
    disconnect: () => void disconnect(),
    signOutEverywhere: () => void signOutEverywhere(),
    deleteAll: () => void deleteAll(),
    isBusy: disconnecting.isPending || deleting.isPending || signingOut.isPending,
  };
}
