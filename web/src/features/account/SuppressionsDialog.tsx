import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import type { Suppression } from "@sendwright/core/contract";
import { lazily } from "@sendwright/core/lazily";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { AddressFaults } from "../../components/AddressFaults.tsx";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { breakable } from "../../components/breakable.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { Loading } from "../../components/Loading.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { TextArea } from "../../components/TextArea.tsx";
import { useSuppressions } from "../../data/suppressionQueries.ts";
import { useLeaveGuard } from "../../lib/leaveGuards.ts";
import { LIST_FILES } from "../../lib/lists/listFiles.ts";
import { searchFor } from "../../lib/search.ts";
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
  const suppressions = data?.suppressions;
  const changes = useSuppressionChanges(suppressions);
  const [text, setText] = useState("");
  const confirm = useConfirm();
  const hasUnsaved = text.trim() !== "";
  const mayGo = async () => !hasUnsaved || (await confirm(DISCARD));
  const close = async () => {
    if (!(await mayGo())) return;
    onClose();
    opener.focus();
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

interface AddProps {
  /** The addresses that are typed and not added yet. */
  text: string;
  onText: (text: string) => void;
  changes: SuppressionChanges;
}

/** So many wrong texts can be fixed here. */
const MAX_FIXED = 5;

/** Adds people to the list: typed, pasted or from a file. */
function AddSuppressions({ text, onText, changes }: AddProps) {
  const [isReading, setReading] = useState(false);
  /** Of the last click; what isn't an address stays in the field. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const isBusy = changes.isBusy || isReading;
  const left = wrong.filter((one) => text.includes(one));

  const add = async () => {
    const found = addressesInText(text);
    if (found.addresses.length + found.wrong.length === 0) return;
    if (!(await changes.addFound(found, "typed"))) return;
    setWrong(found.wrong);
    onText(found.wrong.join("\n"));
  };
  const read = async (file: File) => {
    setReading(true);
    try {
      const { readListFile } = await import("../../lib/lists/ListReader.ts");
      // Someone whose row a filter hides doesn't want email either.
      const { list } = await readListFile(file, { withHidden: true });
      await changes.addFound(addressesInList(list), "file");
    } catch (error) {
      changes.fail(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
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
      <FilePicker
        label="From a file"
        hint="We add the addresses in its column of addresses. The file stays in your browser."
        multiple={false}
        accept={LIST_FILES}
        files={[]}
        disabled={isBusy}
        onAdd={([file]) => file && void read(file)}
      />
    </>
  );
}

interface ListProps {
  /** The latest first. */
  suppressions: readonly Suppression[];
  isBusy: boolean;
  onRemove: (address: string) => void;
}

const SOURCE_WORDS: Record<Suppression["source"], string> = {
  typed: "You added them",
  file: "From a file",
};
const HEADERS = ["Address", "Since", "How", "Remove"].map((name) => ({ key: name, name }));

/** A list this short needs no search. */
const SHORT = 10;
const AT_ONCE = 100;

const day = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }));

/** The people on the list: since when, how they were added, and a button that removes each. */
function SuppressionList({ suppressions, isBusy, onRemove }: ListProps) {
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(AT_ONCE);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useRef<{ address: string; at: number }>(null);
  useEffect(() => {
    const gone = leaving.current;
    if (!gone || suppressions.some(({ address }) => address === gone.address)) return;
    leaving.current = null;
    // The button is removed with its row: the focus moves to the next one.
    const buttons = place.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (buttons[Math.min(gone.at, buttons.length - 1)] ?? place.current)?.focus();
  }, [suppressions]);
  const isFound = searchFor(suppressions.length > SHORT ? sought : "");
  const found = suppressions.filter(({ address }) => isFound([address]));
  return (
    <div ref={place} tabIndex={-1} className="stack gap-8">
      {suppressions.length === 0 ? (
        <EmptyState drawing={<BlankLetter />} sentence="No one is on your list." />
      ) : (
        <>
          <p className="soft">{pluralize(suppressions.length, "person", "people")}</p>
          {suppressions.length > SHORT && (
            <SearchField
              label="Search addresses"
              value={sought}
              onChange={setSought}
              found={`${withCommas(found.length)} of ${withCommas(suppressions.length)}`}
            />
          )}
          <DataTable label="People you don't email" headers={HEADERS}>
            {found.slice(0, most).map(({ address, since, source }, at) => (
              <DataRow key={address}>
                <DataCell label="Address" className="breaks">
                  <span>{breakable(address)}</span>
                </DataCell>
                <DataCell label="Since">{day().format(new Date(since))}</DataCell>
                <DataCell label="How">{SOURCE_WORDS[source]}</DataCell>
                <DataCell label="Remove">
                  <IconButton
                    size="small"
                    data-remove
                    disabled={isBusy}
                    aria-label={`Remove ${address}`}
                    onClick={() => {
                      leaving.current = { address, at };
                      onRemove(address);
                    }}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                </DataCell>
              </DataRow>
            ))}
          </DataTable>
          {found.length > most && (
            <div>
              <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
