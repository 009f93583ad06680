import { formatBytes } from "@sendwright/core/files/fit";
import type { List } from "@sendwright/core/list/list";
import { rowsWithFiles, withAddedFiles, withoutFiles } from "@sendwright/core/list/listFiles";
import { NO_FILES, openRows, rowsByHash } from "@sendwright/core/pairing/rowFiles";
import { listInWords, pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { X } from "lucide-react";
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useLimits } from "../../../data/configQuery.ts";
import { useStable } from "../../../lib/useStable.ts";
import { AddFiles } from "./AddFiles.tsx";
import { FileQuestions } from "./FileQuestions.tsx";
import { assignFiles, filePeople } from "./fileAnswers.ts";
import styles from "./files.module.css";
import { fileTexts } from "./fileTexts.ts";
import { type FilePeople, peopleWord, proofSentence, sentFiles, wayWord } from "./fileWords.ts";
import { NamedFor } from "./NamedFor.tsx";
import { PersonChoice } from "./PersonChoice.tsx";
import { useLostFiles, usePersonFiles } from "./usePersonFiles.ts";
import type { FilesOfForm } from "./useRowFiles.ts";

/** How many files show at once. */
const FILES_AT_ONCE = 50;

interface Props {
  list: List;
  rowFiles: FilesOfForm;
  onClose: () => void;
}

/** Adds a file for each person, shows whose file each one is, and asks if that is unclear. */
export default function PersonFilesPanel({ list, rowFiles, onClose }: Props) {
  const { files, found, wait, change } = rowFiles;
  const store = usePersonFiles();
  const limits = useLimits();
  const id = useId();
  const [isAdding, setAdding] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const people = useMemo(() => filePeople(list), [list]);
  const lost = useLostFiles(files.files);
  // Hashing takes a while, and the form may have changed meanwhile.
  const join = useStable((added: Awaited<ReturnType<typeof store.add>>) => {
    change(withAddedFiles(files, added.added, added.replaced));
    setMessage(added.message);
  });
  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setAdding(true);
    try {
      join(await store.add(chosen, { limits, known: files.files }));
    } finally {
      setAdding(false);
    }
  };
  const count = files.files.length;
  return (
    <section className={styles.panel} aria-labelledby={id} data-file-questions tabIndex={-1}>
      <div className="row">
        <h3 id={id} className="size-17">
          A file for each person
        </h3>
        {count === 0 && (
          <Button size="small" variant="text" color="inherit" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      <p className="hint">
        Each person gets only their own file. We compare the names of the files with the rows of
        your list. Nothing is uploaded before you send.
      </p>
      <AddFiles isBusy={isAdding} onAdd={(chosen) => void add(chosen)} />
      {isAdding && <p role="status">Adding the files…</p>}
      {message !== null && <Notice variant="warning">{message}</Notice>}
      {lost.length > 0 && (
        <Notice variant="warning">
          We don't keep files when you reload the page. Add{" "}
          {lost.length === 1 ? "this one" : "these"} again:{" "}
          {listInWords(lost.map(({ name }) => name))}.
        </Notice>
      )}
      {wait !== null && <Reading wait={wait} />}
      {found !== null && (
        <>
          <Summary list={list} people={people} rowFiles={rowFiles} />
          <FileQuestions list={list} people={people} rowFiles={rowFiles} />
          <WithoutFile list={list} people={people} rowFiles={rowFiles} />
          <Ways rowFiles={rowFiles} />
          <AllFiles people={people} rowFiles={rowFiles} />
          <div>
            <Button size="small" variant="text" color="secondary" onClick={() => change(NO_FILES)}>
              {count === 1 ? "Remove the file" : `Remove all ${withCommas(count)} files`}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface PartProps {
  list: List;
  people: FilePeople;
  rowFiles: FilesOfForm;
}

function Summary({ list, people, rowFiles: { files, found, proofs, wait } }: PartProps) {
  const sent = useMemo(() => rowsWithFiles(list), [list]);
  if (found === null) return null;
  const going = sentFiles(found, sent, proofs);
  const names = new Map(files.files.map(({ hash, name }) => [hash, name]));
  const { leftOver } = found;
  const noOnes = leftOver.filter((hash) => !isOfOther(found.ofRow, hash));
  const others = leftOver.length - noOnes.length;
  const word = (hash: string) => names.get(hash) ?? "";
  return (
    <div role="status">
      {going.length > 0 && wait === null && <p>{proofSentence(going)}</p>}
      {noOnes.length > 0 && (
        <p className={styles.words}>
          {pluralize(noOnes.length, "file belongs", "files belong")} to no one and{" "}
          {noOnes.length === 1 ? "isn't" : "aren't"} sent: {listInWords(noOnes.map(word))}.
        </p>
      )}
      {others > 0 && (
        <p>
          {pluralize(others, "file is", "files are")} for people who are skipped, and{" "}
          {others === 1 ? "isn't" : "aren't"} sent.
        </p>
      )}
      {going.length === 0 && people.size > 0 && noOnes.length === files.files.length && (
        <p>No file's name fits a row. Choose the person for each file below.</p>
      )}
    </div>
  );
}

function isOfOther(ofRow: ReadonlyMap<number, readonly { hash: string }[]>, hash: string): boolean {
  return [...ofRow.values()].some((own) => own.some((file) => file.hash === hash));
}

/** The answer about people without a file, to change it. */
function WithoutFile({ list, people, rowFiles: { files, found, change } }: PartProps) {
  const { withoutFile, byHand } = files;
  if (withoutFile === undefined || found === null) return null;
  const open = openRows(found.questions.unclear);
  const without = [...rowsWithFiles(list)].filter(
    (row) =>
      people.has(row) &&
      !byHand.has(row) &&
      !open.has(row) &&
      (found.ofRow.get(row) ?? []).length === 0,
  );
  if (without.length === 0) return null;
  const { withoutFile: _, ...asked } = files;
  const skips = withoutFile === "skip";
  const words = skips
    ? without.length === 1
      ? "is skipped"
      : "are skipped"
    : without.length === 1
      ? "gets the email without one"
      : "get their emails without one";
  return (
    <p className={styles.words}>
      {pluralize(without.length, "person", "people")} without a file {words}:{" "}
      {peopleWord(people, without)}.{" "}
      <Button size="small" variant="text" color="secondary" onClick={() => change(asked)}>
        Decide again
      </Button>
    </p>
  );
}

/** How files are paired, and the other ways to choose. */
function Ways({ rowFiles: { files, found, change } }: { rowFiles: FilesOfForm }) {
  if (found === null || found.pairing.by.length === 0) return null;
  const { by, isByFileName } = found.pairing;
  return (
    <div className={styles.ways}>
      <span>
        Paired{" "}
        {isByFileName
          ? `by the file names in ${by.join(" and ")}`
          : wayWord(by).replace("By", "by")}
      </span>
      {found.otherWays.map((way) => (
        <Button
          key={way.join("\n")}
          size="small"
          variant="outlined"
          onClick={() => change({ ...files, by: way })}
        >
          {wayWord(way)}
        </Button>
      ))}
    </div>
  );
}

/** All files, each with its person: to give it to someone else, or to remove it. */
function AllFiles({ people, rowFiles }: Omit<PartProps, "list">) {
  const { files, found, nameNote, change } = rowFiles;
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(FILES_AT_ONCE);
  if (found === null) return null;
  const rowsOf = rowsByHash(found.ofRow);
  // Those of no one come first: they still need someone.
  const sorted = files.files.toSorted(
    (a, b) => Number(rowsOf.has(a.hash)) - Number(rowsOf.has(b.hash)),
  );
  const more = sorted.length - count;
  return (
    <>
      <div>
        <Button
          size="small"
          variant="text"
          color="inherit"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide the files" : `Show ${pluralize(sorted.length, "file")}`}
        </Button>
      </div>
      {isOpen && (
        <ul className={styles.list}>
          {sorted.slice(0, count).map(({ hash, name, size }) => (
            <li key={hash} className={styles.file}>
              <span className={styles.name}>
                {name} <small className="hint tabular">{formatBytes(size)}</small>
                <br />
                <small className="hint">
                  {rowsOf.has(hash)
                    ? peopleWord(people, rowsOf.get(hash) ?? [])
                    : "Belongs to no one"}
                </small>
                {(rowsOf.get(hash) ?? []).map((row) => (
                  <NamedFor key={row} words={nameNote(row, hash)} />
                ))}
              </span>
              <PersonChoice
                people={people}
                about={name}
                word={rowsOf.has(hash) ? "Change" : "Choose a person"}
                onChoose={(row) => change(assignFiles(files, found, people, [{ row, hash }]))}
              />
              <IconButton
                size="small"
                aria-label={`Remove ${name}`}
                onClick={() => change(withoutFiles(files, new Set([hash])))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isOpen && more > 0 && (
        <Button size="small" onClick={() => setCount(count + FILES_AT_ONCE)}>
          Show {Math.min(more, FILES_AT_ONCE)} more of {withCommas(more)}
        </Button>
      )}
    </>
  );
}

/** How far reading has come, and a way not to wait for it. */
function Reading({ wait }: { wait: string }) {
  const progress = useSyncExternalStore(fileTexts.subscribe, fileTexts.progress);
  if (progress === null) return <p role="status">{wait}</p>;
  const { done, all } = progress;
  return (
    <div>
      <p>
        <span role="status">Checking whose name is in the files</span>: {withCommas(done)} of{" "}
        {withCommas(all)}
      </p>
      <progress className={styles.bar} value={done} max={all} aria-label="Files checked" />
      <Button size="small" variant="text" color="secondary" onClick={() => fileTexts.skip()}>
        Skip this check
      </Button>
    </div>
  );
}
