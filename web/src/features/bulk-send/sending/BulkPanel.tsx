import Button from "@mui/material/Button";
import type { Attempt } from "@sendwright/functions/core";
import { ErrorNotice } from "../../../components/ErrorNotice.tsx";
import { useSession } from "../../../lib/useSession.ts";
import { knownWords } from "../../../sending/messages.ts";
import { SendPanel } from "../../../sending/panel/SendPanel.tsx";
import { bulkWay } from "../bulkWay.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import { BulkView } from "./BulkView.tsx";
import type { ShownSend } from "./useShownSend.ts";

interface Props {
  attempt: Attempt<BulkForm>;
  shown: ShownSend;
  onDismiss: () => void;
}

/** The last press of Send, and the bulk send on the screen. */
export function BulkPanel({ attempt, shown, onDismiss }: Props) {
  const { user } = useSession();
  const { id, progress, error, close } = shown;
  const isOwn = attempt.is !== "idle" && attempt.key === id;
  const view = progress ? (
    <BulkView
      key={id}
      progress={progress}
      email={user?.email ?? ""}
      note={isOwn ? knownWords(attempt) : null}
      onClose={close}
    />
  ) : (
    error && (
      <ErrorNotice
        message={error.message}
        action={
          <Button size="small" onClick={close}>
            Close
          </Button>
        }
      />
    )
  );
  return <SendPanel way={bulkWay} attempt={attempt} shown={id === null ? null : { id, view }} onDismiss={onDismiss} />;
}
