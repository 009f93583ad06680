import Button from "@mui/material/Button";
import { useToast } from "../components/Toasts.tsx";
import type { PreviewInput } from "../data/previews.ts";
import { useTestSend } from "../data/sends.ts";

interface Props {
  input: PreviewInput;
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
      else toast(`The test was not sent: ${results[0]?.reason || message}`, { variant: "danger" });
    },
    onError: (error) => toast(`The test was not sent: ${error.message}`, { variant: "danger" }),
  });
  const send = () => {
    if (!test.isPending && onStart()) test.mutate({ ...input, idempotency_key: crypto.randomUUID() });
  };
  return (
    // Not disabled meanwhile: it would lose the keyboard's place.
    <Button size="small" onClick={send} aria-disabled={test.isPending}>
      {test.isPending ? "Sending the test" : "Send a test to myself"}
    </Button>
  );
}
