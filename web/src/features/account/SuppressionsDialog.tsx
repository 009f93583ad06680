import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useId, useRef, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useSuppressions } from "../../data/suppressionQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import { AddSuppressions } from "./AddSuppressions.tsx";
import { SuppressionList } from "./SuppressionList.tsx";
import styles from "./Suppressions.module.css";
import { type SuppressionChanges, useSuppressionChanges } from "./useSuppressionChanges.ts";

const DISCARD = {
  title: "Discard these addresses?",
  text: "You haven't added them to the list yet.",
  action: "Discard addresses",
  cancel: "Keep editing",
};

interface DialogProps {
  /** Where the focus goes when it closes. */
  opener: HTMLElement;
  onClose: () => void;
}

/** The people you don't email: who they are, and how to add and remove them. */
export default function SuppressionsDialog({ opener, onClose }: DialogProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = useSuppressions(true);
  const changes = useSuppressionChanges(data?.suppressions);
  const [text, setText] = useState("");
  const mayGo = useMayDiscard(text);
  const close = async () => {
    if (!(await mayGo())) return;
    onClose();
    opener.focus();
  };
  /** How often someone has tried to add people. */
  const [tries, setTries] = useState(0);
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>People you don't email</DialogTitle>
      <DialogContent>
        <div className={styles.dialog}>
          <p className="soft">
            We skip them in every send, and leave them out of Cc and Bcc. They stay on this list
            until you remove them or delete your account, even when the sends are deleted.
          </p>
          <AddSuppressions
            text={text}
            onText={setText}
            changes={changes}
            onDone={() => setTries((before) => before + 1)}
          />
          <Outcome changes={changes} tries={tries} />
          {error && (
            <QueryFailure
              error={error}
              isFetching={isFetching}
              refetch={refetch}
              kept={data && "The list as it was is shown."}
            />
          )}
          {!data && !error && <Loading what="your list" heights={[40, 40, 40]} />}
          {data && (
            <SuppressionList
              suppressions={data.suppressions}
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

/** Asks before typed addresses are lost, also when someone leaves the page. */
function useMayDiscard(text: string): () => Promise<boolean> {
  const confirm = useConfirm();
  const hasUnsaved = text.trim() !== "";
  const mayGo = async () => !hasUnsaved || (await confirm(DISCARD));
  useLeaveGuard({ hasUnsaved: () => hasUnsaved, isLostAt: () => true, ask: mayGo });
  return mayGo;
}

interface OutcomeProps {
  changes: SuppressionChanges;
  /** Each brings the outcome into view: in a narrow window it is below the field and the file. */
  tries: number;
}

/** What the last change did, with Undo, or why it failed. */
function Outcome({ changes: { result, isBusy }, tries }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) place.current?.scrollIntoView({ block: "nearest" });
  }, [tries]);
  return (
    <>
      <div ref={place} role="status" className={styles.result}>
        {result && !result.isFailure && (
          <>
            <span className="breaks">{result.message}</span>
            {result.undo && (
              <Button size="small" variant="text" disabled={isBusy} onClick={result.undo}>
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
    </>
  );
}
