import type { List } from "@sendwright/core/list/list";
import { earlierFilesOf, fileRowOf } from "@sendwright/core/list/listFiles";
import type { FileProof, Proving } from "@sendwright/core/pairing/proof";
import { type FilesOfRows, type ListFiles, NO_FILES } from "@sendwright/core/pairing/rowFiles";
import type { FileText } from "@sendwright/core/pairing/types";
import { pluralize } from "@sendwright/core/pluralize";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSame, useStable } from "../../../lib/useStable.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { FileFacts } from "./fileFacts.ts";
import { usePersonFiles } from "./usePersonFiles.ts";

type RowFilesWork = typeof import("./rowFilesWork.ts");

const NO_TEXTS: ReadonlyMap<string, FileText> = new Map();
const NO_PROOFS: ReadonlyMap<string, FileProof> = new Map();
const NEVER = () => () => undefined;

/** The files for each person of a form's list: who has which, and what is still to be decided. */
export interface FilesOfForm {
  files: ListFiles;
  /** Null without files, and until the code that pairs them has loaded: see `wait`. */
  found: FilesOfRows | null;
  /** By `proofKey`; a file that wasn't read has none. */
  proofs: ReadonlyMap<string, FileProof>;
  /** Why we don't know yet whose the files are: they aren't read. Null if we do. */
  wait: string | null;
  change: (files: ListFiles) => void;
  /** Whose a row's file is by its name, if someone else has it by hand; otherwise "". */
  nameNote: (row: number, hash: string) => string;
  /** What the question before a send says of the rows with these ids; null if they have no files. */
  factsOf: (ready: ReadonlySet<number>) => FileFacts | null;
}

const READING = "We're still checking whose name is in the files. Wait, or click Skip this check.";
const NOT_LOADED =
  "We couldn't load what compares the files with your list. Check your connection, then reload the page.";

const COMPARING = "We're still checking whose name is in the files. Wait a moment.";

/** So many characters of texts are looked through at once: more would keep the page from answering. */
const LENGTH_AT_ONCE = 30_000;
/** Milliseconds of looking through more texts than that, until the page may do something else. */
const SLICE_MS = 15;

/** Loads the code that pairs and reads files once there are some: most lists have none. */
function useWork(hasFiles: boolean): { work: RowFilesWork | null; isLost: boolean } {
  const [work, setWork] = useState<RowFilesWork | null>(null);
  const [isLost, setLost] = useState(false);
  const isWanted = hasFiles && work === null;
  useEffect(() => {
    if (!isWanted) return;
    import("./rowFilesWork.ts").then(
      (loaded) => setWork(() => loaded),
      () => setLost(true),
    );
  }, [isWanted]);
  return { work, isLost };
}

/** The proofs, made at once if there is little to read; null while many texts are read in slices. */
function useProofs(proving: Proving | null): ReadonlyMap<string, FileProof> | null {
  const atOnce = useMemo(() => {
    if (proving === null) return NO_PROOFS;
    const length = proving.unread().reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    return length > LENGTH_AT_ONCE ? null : proving.proofs();
  }, [proving]);
  const [late, setLate] = useState<{ proving: Proving; proofs: typeof atOnce } | null>(null);
  useEffect(() => {
    if (proving === null || atOnce !== null) return;
    const texts = proving.unread();
    let next = 0;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      for (; next < texts.length && performance.now() < end; next++) {
        const text = texts[next];
        if (text) proving.read(text);
      }
      if (next < texts.length) timer = setTimeout(slice);
      else setLate({ proving, proofs: proving.proofs() });
    };
    let timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [proving, atOnce]);
  return atOnce ?? (late?.proving === proving ? late.proofs : null);
}

/**
 * Pairs the files of a list with its rows and reads their texts, so that each proves whose it is.
 *
 * @param list with all rows, skipped and excluded ones too
 * @param isJoined whether rows with the same mailbox are one email
 */
export function useRowFiles(
  list: List | null,
  isJoined: boolean,
  change: (action: SendFormAction) => void,
): FilesOfForm {
  const store = usePersonFiles();
  const files = list?.files ?? NO_FILES;
  const { work, isLost } = useWork(files.files.length > 0);
  const { subscribe = NEVER, texts: textsNow = () => NO_TEXTS } = work?.fileTexts ?? {};
  const texts = useSyncExternalStore(subscribe, textsNow);
  const isRead =
    files.files.length === 0 ||
    (work !== null &&
      files.files.every(({ hash }) => texts.has(hash) || store.fileOf(hash) === null));
  useEffect(() => {
    if (!isRead) void work?.fileTexts.read(files.files, store.fileOf);
  }, [work, files.files, isRead, store]);
  const paired = useMemo(
    () => (work && list ? work.filesOfList(list, undefined, isJoined) : null),
    [work, list, isJoined],
  );
  const proving = useMemo(
    () => (work && list && paired ? work.proveFilesOfList(list, paired, texts) : null),
    [work, list, paired, texts],
  );
  const compared = useProofs(proving);
  const proofs = compared ?? NO_PROOFS;
  const found = useMemo(
    () => (work && list && paired ? work.withProofsOfList(list, paired, proofs) : null),
    [work, list, paired, proofs],
  );
  const nameNote = useMemo(
    () => (work && list && found ? work.nameNotes(list, found) : () => ""),
    [work, list, found],
  );
  const set = useStable((next: ListFiles) =>
    change({ type: "list", change: { type: "files", files: next } }),
  );
  // Not the latest one: the question before a send is about the list that it was asked for.
  const factsOf = useCallback(
    (ready: ReadonlySet<number>) => {
      const facts = work && list && found && work.fileFacts(list, found, proofs, ready);
      return list ? withEarlier(facts, list, ready, found) : facts;
    },
    [work, list, found, proofs],
  );
  const comparing = compared === null ? COMPARING : null;
  const wait = isRead ? comparing : isLost ? NOT_LOADED : READING;
  return useSame({ files, found, proofs, wait, nameNote, change: set, factsOf });
}

/**
 * The facts about files in the question before a send, with the rows that get those of an earlier
 * send; null if no row has any.
 *
 * @param facts about the files that were added here
 * @param ready the ids of the rows that are sent
 */
function withEarlier(
  facts: FileFacts | null,
  list: List,
  ready: ReadonlySet<number>,
  found: Pick<FilesOfRows, "ofRow"> | null,
): FileFacts | null {
  const rows = list.rows.filter(
    (row) =>
      ready.has(row.id) && !found?.ofRow.get(fileRowOf(row))?.length && earlierFilesOf(list, row),
  );
  if (rows.length === 0) return facts;
  const words = `${pluralize(rows.length, "row has", "rows have")} the files of the earlier send.`;
  return {
    sentence: facts ? `${facts.sentence} ${words}` : words,
    unproven: facts?.unproven ?? [],
  };
}
