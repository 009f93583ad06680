import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useId, useRef, useState } from "react";
import { AddressFaults } from "../../components/AddressFaults.tsx";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { Button } from "../../components/Button.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { Loading } from "../../components/Loading.tsx";
import { TextArea } from "../../components/TextArea.tsx";
import { useSuppressions } from "../../data/suppressionQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import { readListFile } from "../../lib/lists/ListReader.ts";
import { LIST_FILES } from "../../lib/lists/listFiles.ts";
import { SuppressionList } from "./SuppressionList.tsx";
import styles from "./Suppressions.module.css";
import { addressesInList, addressesInText } from "./suppressionTexts.ts";
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
  const undo = result?.undo && (
    <Button size="small" variant="text" disabled={isBusy} onClick={result.undo}>
      Undo
    </Button>
  );
  return (
    <>
      <div ref={place} role="status" className={styles.result}>
        {result && !result.isFailure && (
          <>
            <span className="breaks">{result.message}</span>
            {undo}
            {result.download && (
              <Button size="small" variant="text" color="secondary" onClick={result.download}>
                Download all of them
              </Button>
            )}
          </>
        )}
      </div>
      {result?.isFailure && (
        <Notice variant="danger" action={undo}>
          {result.message}
        </Notice>
      )}
    </>
  );
}

interface AddProps {
  /** The addresses that are typed and not added yet. */
  text: string;
  onText: (text: string) => void;
  changes: SuppressionChanges;
  /** After each try to add some, once its result is there. */
  onDone: () => void;
}

/** Adds people to the list: typed, pasted or from a file. */
function AddSuppressions({ text, onText, changes, onDone }: AddProps) {
  const [isReading, setReading] = useState(false);
  const isBusy = changes.isBusy || isReading;
  return (
    <>
      <AddTyped text={text} onText={onText} changes={changes} isBusy={isBusy} onDone={onDone} />
      <AddFromFile changes={changes} isBusy={isBusy} onReading={setReading} onDone={onDone} />
    </>
  );
}

/** So many wrong texts can be fixed here. */
const MAX_FIXED = 5;

/** A field for addresses. Texts that aren't addresses stay in it, with the reason. */
function AddTyped({ text, onText, changes, isBusy, onDone }: AddProps & { isBusy: boolean }) {
  /** Of the last click. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const left = wrong.filter((one) => text.includes(one));
  const add = async () => {
    const found = addressesInText(text);
    if (found.addresses.length + found.wrong.length === 0) return;
    if (await changes.addFound(found, "typed")) {
      setWrong(found.wrong);
      onText(found.wrong.join("\n"));
    }
    onDone();
  };
  return (
    <div className="stack gap-8">
      <AddressQuestion text={text} onUse={onText}>
        <TextArea
          fullWidth
          label="Addresses to add"
          rows={2}
          maxRows={6}
          value={text}
          autoComplete="off"
          placeholder="ann@example.org, Bo Li <bo@example.org>"
          onChange={(event) => onText(event.target.value)}
        />
      </AddressQuestion>
      <AddressFaults
        faults={left.slice(0, MAX_FIXED).map((one) => ({
          text: one,
          onUse: (repaired) => onText(text.replace(one, () => repaired)),
        }))}
      />
      <div>
        <Button
          variant="contained"
          size="small"
          disabled={isBusy || text.trim() === ""}
          onClick={() => void add()}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

interface FromFileProps extends Pick<AddProps, "changes" | "onDone"> {
  isBusy: boolean;
  onReading: (isReading: boolean) => void;
}

/** Reads a file in the browser and adds its addresses. */
function AddFromFile({ changes, isBusy, onReading, onDone }: FromFileProps) {
  const read = async (file: File) => {
    onReading(true);
    try {
      // Someone whose row a filter hides, or who is below the table, doesn't want email either.
      const { list, workbook } = await readListFile(file, { withHidden: true, withBelow: true });
      const found = addressesInList(list);
      const isPart = workbook !== null && workbook.sheets.length > 1;
      await changes.addFound(isPart ? { ...found, sheet: workbook.sheet } : found, "file");
    } catch (error) {
      changes.fail(error);
    } finally {
      onReading(false);
      onDone();
    }
  };
  return (
    <FilePicker
      label="From a file"
      hint="We add the addresses in its column of addresses. The file stays in your browser."
      multiple={false}
      accept={LIST_FILES}
      files={[]}
      disabled={isBusy}
      onAdd={([file]) => file && void read(file)}
    />
  );
}
