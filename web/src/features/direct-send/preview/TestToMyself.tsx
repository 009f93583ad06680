import Button from "@mui/material/Button";
import { useToast } from "../../../components/Toasts.tsx";
import type { PreviewInput } from "../../../data/previews.ts";
import { useTestSend } from "../../../data/sends.ts";

interface Props {
  input: PreviewInput;
  email: string;
  /** Called before; says whether the mail can be sent as it is. */
  onStart: () => boolean;
}

/** Sends the mail on screen to the signed-in address; its subject begins with `[Test]`. */
export function TestToMyself({ input, email, onStart }: Props) {
  const toast = useToast();
  const test = useTestSend();
  const failed = (reason: string) => toast(`The test was not sent: ${reason}`, { variant: "danger" });
  const send = () => {
    if (!onStart()) return;
    test.mutate(
      { ...input, idempotency_key: crypto.randomUUID() },
      {
        onSuccess: ({ success, message, results }) => {
          if (success) toast(`A test is on its way to ${email}.`, { variant: "success" });
          else failed(results[0]?.reason || message);
        },
        onError: (error) => failed(error.message),
      },
    );
  };
  return (
    <Button size="small" onClick={send} disabled={test.isPending}>
      {test.isPending ? "Sending the test" : "Send test to myself"}
    </Button>
  );
}
