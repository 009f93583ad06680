import Button from "@mui/material/Button";
import { useId } from "react";
import { useToast } from "../components/Toasts.tsx";
import type { PreviewInput } from "../data/previews.ts";
import { useTestSend } from "../data/sendQueries.ts";
import styles from "./MailOnItsWay.module.css";

interface Props {
  /**
   * Null as long as the mail is on its way: there is nothing to be sent yet, and what was there before no longer
   * counts.
   */
  input: PreviewInput | null;
  email: string;
  /** Called before; says whether the mail can be sent as it is. */
  onStart?: () => boolean;
}

/** Sends the mail on screen to the signed-in address; its subject begins with `[Test]`. */
export function TestToMyself({ input, email, onStart = () => true }: Props) {
  const toast = useToast();
  const test = useTestSend({
    onEnd: ({ success, message, results }) => {
      if (success) toast(`A test is on its way to ${email}.`, { variant: "success" });
      else toast(`The test wasn't sent: ${results[0]?.reason || message}`, { variant: "danger" });
    },
    onError: (error) => toast(`The test wasn't sent: ${error.message}`, { variant: "danger" }),
  });
  const reason = useId();
  const send = () => {
    if (input && !test.isPending && onStart()) test.mutate({ ...input, idempotency_key: crypto.randomUUID() });
  };
  return (
    <>
      {/* Not disabled meanwhile: it would lose the keyboard's place, and nobody could hear why it waits. */}
      <Button
        size="small"
        onClick={send}
        aria-disabled={test.isPending || input === null}
        aria-describedby={input === null ? reason : undefined}
      >
        {test.isPending ? "Sending the test" : "Send a test to myself"}
      </Button>
      {input === null && (
        <span id={reason} className={styles.reason}>
          Waiting for the template you chose.
        </span>
      )}
    </>
  );
}
