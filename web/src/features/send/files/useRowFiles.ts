import type { List } from "@sendwright/core/list/list";
import type { FileProof, FileText } from "@sendwright/core/pairing/proof";
import type { FilesOfRows, ListFiles } from "@sendwright/core/pairing/rowFiles";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useStable } from "../../../lib/useStable.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { FileFacts } from "./fileFacts.ts";
import type { PersonFiles } from "./personFiles.ts";
import { usePersonFiles } from "./usePersonFiles.ts";

type Work = typeof import("./rowFilesWork.ts");

/** Empty ones, without the code that pairs files. */
const NONE: ListFiles = { files: [], byHand: new Map(), accepted: new Set(), shared: new Set() };
const NO_TEXTS: ReadonlyMap<string, FileText> = new Map();
const NO_PROOFS: ReadonlyMap<string, FileProof> = new Map();
const NEVER = () => () => undefined;

/** The files for each person of a form's list: who has which, and what is still to be decided. */
export interface RowFiles {
  /** Their bytes. */
  store: PersonFiles;
  files: ListFiles;
  /** Null without files, and until the pairing has loaded. */
  found: FilesOfRows | null;
  /** By `proofKey`; a file that wasn't read has none. */
  proofs: ReadonlyMap<string, FileProof>;
  /** Whether files are being read. */
  isReading: boolean;
  /** Why files can't be paired; null if nothing failed. */
  error: string | null;
  change: (files: ListFiles) => void;
  /** What the question before a send says of the rows with these ids; null if they have no files. */
  factsOf: (ready: ReadonlySet<number>) => FileFacts | null;
}

/** Loads the pairing once there are files: most lists have none. */
function useWork(hasFiles: boolean): { work: Work | null; error: string | null } {
  const [work, setWork] = useState<Work | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isWanted = hasFiles && work === null;
  useEffect(() => {
    if (!isWanted) return;
    import("./rowFilesWork.ts").then(
      (loaded) => setWork(() => loaded),
      () => setError("We couldn't pair the files. Check your connection, then reload the page."),
    );
  }, [isWanted]);
  return { work, error };
}

/**
 * Pairs the files of a list with its rows and reads their texts, so that each proves whose it is.
 *
 * @param list with all rows, skipped and excluded ones too
 */
export function useRowFiles(list: List | null, change: (action: SendFormAction) => void): RowFiles {
  const store = usePersonFiles();
  const files = list?.files ?? NONE;
  const { work, error } = useWork(files.files.length > 0);
  const texts = useSyncExternalStore(
    work?.fileTexts.subscribe ?? NEVER,
    () => work?.fileTexts.texts() ?? NO_TEXTS,
  );
  const isReading = useSyncExternalStore(
    work?.fileTexts.subscribe ?? NEVER,
    () => work?.fileTexts.isReading() ?? false,
  );
  useEffect(() => {
    if (!isReading) void work?.fileTexts.read(files.files, store.fileOf);
  }, [work, files.files, isReading, store]);
  const paired = useMemo(() => (work && list ? work.filesOfList(list) : null), [work, list]);
  const proofs = useMemo(
    () => (work && list && paired ? work.proofsOfList(list, paired, texts) : NO_PROOFS),
    [work, list, paired, texts],
  );
  const found = useMemo(
    () => work && list && paired && work.provenFiles(list, paired, proofs),
    [work, list, paired, proofs],
  );
  const set = useStable((next: ListFiles) =>
    change({ type: "list", change: { type: "files", files: next } }),
  );
  const factsOf = (ready: ReadonlySet<number>) =>
    work && list && found && work.fileFacts(list, found, proofs, ready);
  return { store, files, found, proofs, isReading, error, change: set, factsOf };
}
