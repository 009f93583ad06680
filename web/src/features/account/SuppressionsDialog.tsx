import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useSuppressions } from "../../data/suppressionQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import { AddSuppressions } from "./AddSuppressions.tsx";
import { SuppressionList } from "./SuppressionList.tsx";
import styles from "./Suppressions.module.css";
import { useSuppressionChanges } from "./useSuppressionChanges.ts";

const DISCARD = {
  title: "Discard these addresses?",
  text: "You haven't added them to the list yet.",
  action: "Discard addresses",
  cancel: "Keep editing",
};

/** The people you don't email: who they are, and how to add and remove them. */
export default function SuppressionsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data, error, isFetching, refetch } = useSuppressions(true);
  const suppressions = data?.suppressions;
  const changes = useSuppressionChanges(suppressions);
  const [text, setText] = useState("");
  const confirm = useConfirm();
  const hasUnsaved = text.trim() !== "";
  const mayGo = async () => !hasUnsaved || (await confirm(DISCARD));
  const close = async () => {
    if (await mayGo()) onClose();
  };
  useLeaveGuard({ hasUnsaved: () => hasUnsaved, isLostAt: () => true, ask: mayGo });
  const { result } = changes;
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>People you don't email</DialogTitle>
      <DialogContent>
        <div className={styles.dialog}>
          <p className="soft">
            We skip them in every send, and leave them out of Cc and Bcc. They stay on this list
            until you remove them or delete your account, even when the sends are deleted.
          </p>
          <AddSuppressions text={text} onText={setText} changes={changes} />
          <div role="status" className={styles.result}>
            {result && !result.isFailure && (
              <>
                <span className="breaks">{result.message}</span>
                {result.undo && (
                  <Button
                    size="small"
                    variant="text"
                    disabled={changes.isBusy}
                    onClick={result.undo}
                  >
                    Undo
                  </Button>
                )}
                {result.download && (
                  <Button size="small" variant="text" onClick={result.download}>
                    Download all of them
                  </Button>
                )}
              </>
            )}
          </div>
          {result?.isFailure && <Notice variant="danger">{result.message}</Notice>}
          {error && (
            <QueryFailure
              error={error}
              isFetching={isFetching}
              refetch={refetch}
              kept={data && "The list as it was is shown."}
            />
          )}
          {!data && !error && <Loading what="your list" heights={[40, 40, 40]} />}
          {suppressions && (
            <SuppressionList
              suppressions={suppressions}
              isBusy={changes.isBusy}
              onRemove={changes.remove}
            />
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void close()}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
