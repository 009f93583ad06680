import type { Limits, Template } from "@sendwright/functions/contract";
import { attachmentsFull, cannotAddAllFiles, fitFiles, templateSkipMessage } from "@sendwright/functions/core";
import { useMemo, useRef, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import type { PickedFile } from "../../components/FilePicker.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useAddAttachment, useDeleteAttachment } from "../../data/templates.ts";
import { useStable } from "../../lib/useStable.ts";
import { SKIPPED_NOTICE, UPLOAD_FAILED, UPLOADED } from "./times.ts";
import type { ShowNotice } from "./useNotice.ts";

/** A file of the template: stored, staged for the first save, or on its way. */
interface Entry extends PickedFile {
  file?: File;
  storagePath?: string;
}

/**
 * Gives the files of the template that is edited (rule: files of a new template): a new template stages them for its
 * first save;
 * a saved one uploads them at once, one request a file, and deletes them at once, after a question.
 */
export function useAttachments(template: Template | null, limits: Limits, showNotice: ShowNotice) {
  const toast = useToast();
  const confirm = useConfirm();
  const adding = useAddAttachment();
  const deleting = useDeleteAttachment();
  const lastKey = useRef(0);
  const [progress, setProgress] = useState<number | null>(null);
  const [refused, setRefused] = useState(0);
  const [uploading, setUploading] = useState(0);
  const [entries, setEntries] = useState<Entry[]>(() =>
    (template?.attachments ?? []).map(({ original_filename, storage_path, size }) => ({
      key: storage_path,
      name: original_filename,
      size,
      storagePath: storage_path,
    })),
  );
  const counted = useMemo(() => entries.filter(({ status }) => status !== "error"), [entries]);
  /** As the picker shows them; while a new template is saved, the staged ones are on their way together. */
  const files = useMemo(
    () =>
      entries.map(
        (entry): PickedFile =>
          progress !== null && entry.status === "pending" ? { ...entry, status: "uploading", progress } : entry,
      ),
    [entries, progress],
  );
  const change = (key: string, changes: Partial<Entry>) =>
    setEntries((now) => now.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  const takeOut = (key: string) => setEntries((now) => now.filter((entry) => entry.key !== key));

  const uploadOne = async (id: string, { key, file }: Entry & { file: File }): Promise<string | null> => {
    try {
      const onProgress = (part: number) => change(key, { progress: part });
      const stored = await adding.mutateAsync({ id, file, onProgress });
      change(key, { status: "success", storagePath: stored.storage_path, size: stored.size });
      // The mark goes; the file stays in the list.
      setTimeout(
        () =>
          setEntries((now) =>
            now.map((entry) => {
              const { status: _status, progress: _progress, ...rest } = entry;
              return entry.key === key ? rest : entry;
            }),
          ),
        UPLOADED,
      );
      return null;
    } catch (error) {
      const message = error instanceof Error ? error.message : "Upload failed";
      change(key, { status: "error", error: message });
      return message;
    }
  };
  const upload = async (id: string, files: (Entry & { file: File })[]) => {
    setUploading((now) => now + 1);
    const failures: string[] = [];
    for (const entry of files) {
      const failure = await uploadOne(id, entry);
      if (failure !== null) failures.push(failure);
    }
    setUploading((now) => now - 1);
    const done = files.length - failures.length;
    const added = `${done} attachment(s) added successfully.`;
    if (failures.length === 0) return showNotice("info", added, UPLOADED);
    const failed = `${failures.length} attachment(s) failed to upload. Error: ${[...new Set(failures)].join(" ")}`;
    showNotice("danger", done > 0 ? `${added} ${failed}` : failed, UPLOAD_FAILED);
  };

  const add = (files: File[]) => {
    const isTooMany = counted.length + files.length > limits.MAX_ATTACHMENTS_PER_EMAIL;
    setRefused(isTooMany ? files.length : 0);
    if (isTooMany) {
      return showNotice("warning", cannotAddAllFiles(limits));
    }
    const { accepted, skipped } = fitFiles({ existing: counted, files, limits });
    const message = templateSkipMessage(skipped, limits);
    if (message !== null) showNotice("warning", message, SKIPPED_NOTICE);
    const status = template ? ("uploading" as const) : ("pending" as const);
    const added = accepted.map((file) => {
      lastKey.current += 1;
      return { key: `new-${lastKey.current}`, name: file.name, size: file.size, status, file };
    });
    setEntries((now) => [...now, ...added]);
    if (template && added.length > 0) void upload(template.id, added);
  };

  const remove = async (key: string) => {
    const at = entries.findIndex((entry) => entry.key === key);
    const entry = entries[at];
    if (!entry) return;
    if (!template || entry.storagePath === undefined) return takeOut(key);
    const text = `"${entry.name}" will be deleted from this template at once. This cannot be undone.`;
    if (!(await confirm({ title: "Delete this attachment?", text, action: "Delete attachment" }))) return;
    takeOut(key);
    try {
      await deleting.mutateAsync({ id: template.id, storage_path: entry.storagePath });
    } catch (error) {
      setEntries((now) => now.toSpliced(at, 0, entry));
      showNotice("danger", error instanceof Error ? error.message : "Could not delete attachment.");
      toast("Failed to delete attachment.", { variant: "danger" });
    }
  };

  return {
    files,
    /** Those that are, or will be, part of the template. */
    counted,
    /** What could not be uploaded and is not part of the template. */
    failed: entries.filter(({ status }) => status === "error").map(({ name }) => name),
    staged: entries.flatMap(({ status, file }) => (status === "pending" && file ? [file] : [])),
    /** How many files the last choice held, when they were too many and none was added. */
    refused,
    isFull: attachmentsFull(counted, limits),
    isBusy: uploading > 0 || deleting.isPending,
    setProgress,
    add: useStable(add),
    remove: useStable(remove),
  };
}

export type EditedAttachments = ReturnType<typeof useAttachments>;
