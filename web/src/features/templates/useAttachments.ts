import type { Limits, Template } from "@sendwright/core/contract";
import {
  attachmentProblems,
  cannotAddAllFiles,
  templateSkipMessage,
} from "@sendwright/core/files/fileMessages";
import { attachmentsFull, filesInUse, fitFiles, withoutPictures } from "@sendwright/core/files/fit";
import { isPictureName, picturesIn } from "@sendwright/core/files/pictures";
import { useCallback, useMemo, useRef, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import type { PickedFile } from "../../components/FilePicker.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useAddAttachment, useDeleteAttachment } from "../../data/templateChanges.ts";
import { useKeyedState } from "../../lib/useKeyedState.ts";
import { useStable } from "../../lib/useStable.ts";
import type { ShowNotice } from "./useNotice.ts";
import { SKIPPED_NOTICE_MS, UPLOAD_FAILED_MS, UPLOADED_MS } from "./useNotice.ts";

/** A file of the template: stored, staged for the first save, or uploading. */
interface AttachmentEntry extends PickedFile {
  file?: File;
  storagePath?: string;
}

/** One that was chosen here. */
type NewEntry = AttachmentEntry & { file: File };

type EntryAction =
  | { type: "added"; entries: readonly NewEntry[] }
  | { type: "changed"; key: string; changes: Partial<AttachmentEntry> }
  /** The person has seen the end of its upload: removes the mark, keeps the file in the list. */
  | { type: "settled"; key: string }
  | { type: "removed"; key: string }
  /** It could not be deleted: it is again where it was. */
  | { type: "restored"; at: number; entry: AttachmentEntry };

/** The files that a template has stored; a new one (null) has none. */
function storedEntries(template: Template | null): AttachmentEntry[] {
  return [...(template?.attachments ?? []), ...(template?.pictures ?? [])].map(
    ({ original_filename, storage_path, size }) => ({
      key: storage_path,
      name: original_filename,
      size,
      storagePath: storage_path,
    }),
  );
}

/**
 * Files that come with a new template: those that fit are staged, pictures first because the email
 * shows them, and the others are named.
 */
function entriesOf(files: readonly File[], limits: Limits) {
  const isAttachment = ({ name }: File) => !isPictureName(name);
  const inOrder = [
    ...files.filter(({ name }) => isPictureName(name)),
    ...files.filter(isAttachment),
  ];
  const { accepted, skipped } = fitFiles({ existing: [], files: inOrder, limits });
  const entries = accepted.map((file, n): NewEntry => {
    return { key: `given-${n}`, name: file.name, size: file.size, status: "pending", file };
  });
  return { entries, skipped: templateSkipMessage(skipped, limits) };
}

const NO_FILES: readonly File[] = [];

/** The files of a template that is edited, after each thing that happens to one of them. */
function entriesAfter(entries: AttachmentEntry[], action: EntryAction): AttachmentEntry[] {
  switch (action.type) {
    case "added":
      return [...entries, ...action.entries];
    case "changed":
      return entries.map((entry) =>
        entry.key === action.key ? { ...entry, ...action.changes } : entry,
      );
    case "settled":
      return entries.map((entry) => {
        const { status: _status, progress: _progress, ...rest } = entry;
        return entry.key === action.key ? rest : entry;
      });
    case "removed":
      return entries.filter(({ key }) => key !== action.key);
    case "restored":
      return entries.toSpliced(action.at, 0, action.entry);
  }
}

/**
 * The files of the template that is edited (rule: files of a new template): a new template stages
 * them for its first save; a saved one uploads them at once, one request a file, and deletes them
 * at once, after a question. Another `version` of the template starts over. `given` are files that
 * a new one begins with.
 */
export function useAttachments(
  version: string,
  template: Template | null,
  body: string,
  limits: Limits,
  showNotice: ShowNotice,
  given: readonly File[] | null,
) {
  const toast = useToast();
  const confirm = useConfirm();
  const deleting = useDeleteAttachment();
  const lastKey = useRef(0);
  const [progress, setProgress] = useKeyedState<number | null>(version, () => null);
  const [refused, setRefused] = useKeyedState(version, () => 0);
  const [{ entries: begun, skipped }] = useState(() => entriesOf(given ?? NO_FILES, limits));
  const [entries, setEntries] = useKeyedState(version, () =>
    template ? storedEntries(template) : begun,
  );
  const change = useCallback(
    (action: EntryAction) => setEntries((now) => entriesAfter(now, action)),
    [setEntries],
  );
  const { upload, isUploading } = useUploads(change, showNotice);
  // Pictures that the body doesn't show any more aren't part of it, but undo may bring them back.
  const used = useMemo(() => filesInUse(entries, picturesIn(body)), [entries, body]);
  const counted = useMemo(() => used.filter(({ status }) => status !== "error"), [used]);
  const staged = useMemo(
    () => used.flatMap(({ status, file }) => (status === "pending" && file ? [file] : [])),
    [used],
  );
  /** The files that this page still has, uploaded or not: a new template needs them again. */
  const inMemory = useMemo(() => counted.flatMap(({ file }) => file ?? []), [counted]);
  const pictures = useMemo(
    () => entries.flatMap(({ name, file }) => (file && isPictureName(name) ? [file] : [])),
    [entries],
  );
  /**
   * As the picker shows them; while a new template is saved, the staged ones are on their way
   * together.
   */
  const files = useMemo(
    () =>
      withoutPictures(entries).map(
        (entry): PickedFile =>
          progress !== null && entry.status === "pending"
            ? { ...entry, status: "uploading", progress }
            : entry,
      ),
    [entries, progress],
  );
  const add = (files: File[]) => {
    const isTooMany =
      withoutPictures(counted).length + files.length > limits.MAX_ATTACHMENTS_PER_EMAIL;
    setRefused(isTooMany ? files.length : 0);
    if (isTooMany) {
      return showNotice("warning", cannotAddAllFiles(limits));
    }
    const { accepted, skipped } = fitFiles({ existing: counted, files, limits });
    const message = templateSkipMessage(skipped, limits);
    if (message !== null) showNotice("warning", message, SKIPPED_NOTICE_MS);
    take(accepted);
  };
  const take = (files: readonly File[]) => {
    const status = template ? ("uploading" as const) : ("pending" as const);
    const added = files.map((file): NewEntry => {
      lastKey.current += 1;
      return { key: `new-${lastKey.current}`, name: file.name, size: file.size, status, file };
    });
    change({ type: "added", entries: added });
    if (template && added.length > 0) void upload(template.id, added);
  };
  /** Takes a picture of the body; returns why it can't, or null. */
  const addPicture = (file: File): string | null => {
    const [problem] = attachmentProblems([...counted, file], limits);
    if (problem === undefined) take([file]);
    return problem ?? null;
  };

  const remove = async (key: string) => {
    const at = entries.findIndex((entry) => entry.key === key);
    const entry = entries[at];
    if (!entry) return;
    if (!template || entry.storagePath === undefined) return change({ type: "removed", key });
    const text = `"${entry.name}" will be deleted from this template at once. This cannot be undone.`;
    if (!(await confirm({ title: "Delete this attachment?", text, action: "Delete attachment" })))
      return;
    change({ type: "removed", key });
    try {
      await deleting.mutateAsync({ id: template.id, storage_path: entry.storagePath });
    } catch (error) {
      change({ type: "restored", at, entry });
      showNotice("danger", error instanceof Error ? error.message : "Could not delete attachment.");
      toast("Failed to delete attachment.", { variant: "danger", isAnnounced: true });
    }
  };

  return {
    files,
    /** Names the files that a new one should begin with and has no room for; null for none. */
    skipped,
    /** Those that are, or will be, part of the template. */
    counted,
    /** What could not be uploaded and is not part of the template. */
    failed: withoutPictures(used)
      .filter(({ status }) => status === "error")
      .map(({ name }) => name),
    staged,
    inMemory,
    /** The files of pictures that were inserted here. */
    pictures,
    addPicture: useStable(addPicture),
    /** How many files the last choice held, when they were too many and none was added. */
    refused,
    isFull: attachmentsFull(counted, limits),
    isBusy: isUploading || deleting.isPending,
    setProgress,
    add: useStable(add),
    remove: useStable(remove),
  };
}

export type EditedAttachments = ReturnType<typeof useAttachments>;

/**
 * Uploads files to a saved template, one request for each, and knows whether some are uploading.
 */
function useUploads(change: (action: EntryAction) => void, showNotice: ShowNotice) {
  const adding = useAddAttachment();
  const [uploading, setUploading] = useState(0);

  /** Why it failed; null if it didn't. */
  const uploadOne = async (id: string, { key, file }: NewEntry): Promise<string | null> => {
    try {
      const onProgress = (progress: number) =>
        change({ type: "changed", key, changes: { progress } });
      const { storage_path, size } = await adding.mutateAsync({ id, file, onProgress });
      change({
        type: "changed",
        key,
        changes: { status: "success", storagePath: storage_path, size },
      });
      setTimeout(() => change({ type: "settled", key }), UPLOADED_MS);
      return null;
    } catch (error) {
      const message = error instanceof Error ? error.message : "Upload failed";
      change({ type: "changed", key, changes: { status: "error", error: message } });
      return message;
    }
  };
  const upload = async (id: string, entries: readonly NewEntry[]) => {
    setUploading((now) => now + 1);
    const failures: string[] = [];
    for (const entry of entries) {
      const failure = await uploadOne(id, entry);
      if (failure !== null) failures.push(failure);
    }
    setUploading((now) => now - 1);
    // The body shows that a picture is there.
    if (failures.length === 0 && withoutPictures(entries).length === 0) return;
    const done = entries.length - failures.length;
    const added = `${done} attachment(s) added successfully.`;
    if (failures.length === 0) return showNotice("info", added, UPLOADED_MS);
    const failed = `${failures.length} attachment(s) failed to upload. Error: ${[...new Set(failures)].join(" ")}`;
    showNotice("danger", done > 0 ? `${added} ${failed}` : failed, UPLOAD_FAILED_MS);
  };
  return { upload, isUploading: uploading > 0 };
}
