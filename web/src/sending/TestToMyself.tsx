import { useId } from "react";
import { Button } from "../components/Button.tsx";
import { Loading } from "../components/Loading.tsx";
import { usePasting } from "../components/RichTextEditor/paste/waitingPastes.ts";
import { useToast } from "../components/Toasts.tsx";
import type { PreviewInput } from "../data/previews.ts";
import { type TestFiles, useTestSend } from "../data/testSend.ts";
import { RESULT_TOAST } from "./sendWords.ts";

/** Shown while a template or its email is loading. A test email waits as well, and says so. */
export function MailOnItsWay() {
  return (
    <div className="stack">
      <Loading what="the preview" heights={[320]} />
      <div className="row">
        <TestToMyself input={null} email="" />
      </div>
    </div>
  );
}

interface Props {
  /**
   * Null while the email is loading: there is nothing to send yet, and the previous email no longer
   * counts.
   */
  input: PreviewInput | null;
  email: string;
  /** The pictures of a composed email. */
  files?: readonly File[];
  /** The files that only this row gets; null for none. */
  own?: TestFiles | null;
  /** The revision of its template that is on the screen. */
  revision?: string | undefined;
  /** Where replies go; blank for the template's or the account's choice. */
  replyTo?: string;
}

/** Sends the email on screen to your own address; its subject starts with `[Test]`. */
export function TestToMyself({
  input,
  email,
  files = [],
  own = null,
  revision,
  replyTo = "",
}: Props) {
  const toast = useToast();
  const refused = (reason: string) =>
    toast(`The test wasn't sent: ${reason}`, { variant: "danger", duration: RESULT_TOAST });
  const test = useTestSend({
    onEnd: ({ success, message, results }) => {
      if (success) toast(`A test is on its way to ${email}.`, { variant: "success" });
      else refused(results[0]?.reason || message);
    },
    onError: (error) => refused(error.message),
  });
  const reason = useId();
  const isPasting = usePasting();
  const waitsFor = input === null ? "template you chose" : isPasting ? "text you pasted" : null;
  const send = () => {
    if (input && !isPasting && !test.isPending) {
      const replies = replyTo.trim() === "" ? {} : { reply_to: replyTo.trim() };
      const checked = revision === undefined ? {} : { revision };
      test.mutate({
        input: { ...input, ...checked, ...replies, idempotency_key: crypto.randomUUID() },
        files,
        own,
      });
    }
  };
  return (
    <>
      {/* Not disabled: that would lose the keyboard focus, and screen readers couldn't announce why it waits. */}
      <Button
        size="small"
        onClick={send}
        aria-disabled={test.isPending || waitsFor !== null}
        aria-describedby={waitsFor === null ? undefined : reason}
      >
        {test.isPending ? "Sending the test" : "Send a test to myself"}
      </Button>
      {waitsFor !== null && (
        <span id={reason} className="hint">
          Waiting for the {waitsFor}.
        </span>
      )}
    </>
  );
}
