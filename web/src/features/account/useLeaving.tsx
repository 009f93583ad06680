import { useNavigate } from "react-router-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useDeleteAccount, useDisconnect } from "../../data/account.ts";
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
  "Your account has been deleted, and nothing more is sent. Your old sends are many: the last of their data goes within the next hours.";

/** The two ways to leave, each behind a question that says what it means. */
export function useLeaving(email: string) {
  const confirm = useConfirm();
  const toast = useToast();
  const navigate = useNavigate();
  const disconnecting = useDisconnect();
  const deleting = useDeleteAccount();

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
      await signOutHere();
      forgetEverything();
      await navigate("/", { replace: true, state: { notice: complete ? DELETED : BEING_DELETED } });
    } catch (error) {
      tell(error);
    }
  };

  return {
    disconnect: () => void disconnect(),
    deleteAll: () => void deleteAll(),
    isBusy: disconnecting.isPending || deleting.isPending,
  };
}
