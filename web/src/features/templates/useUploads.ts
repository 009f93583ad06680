import { type Dispatch, useState } from "react";
import { useAddAttachment } from "../../data/templates.ts";
import type { EntryAction, NewEntry } from "./entries.ts";
import { UPLOAD_FAILED, UPLOADED } from "./times.ts";
import type { ShowNotice } from "./useNotice.ts";

/** The way to upload files to a template that is saved, one request a file, and whether some are on their way. */
export function useUploads(change: Dispatch<EntryAction>, showNotice: ShowNotice) {
  const adding = useAddAttachment();
  const [uploading, setUploading] = useState(0);

  /** Why it failed; null if it didn't. */
  const uploadOne = async (id: string, { key, file }: NewEntry): Promise<string | null> => {
    try {
      const onProgress = (progress: number) => change({ type: "changed", key, changes: { progress } });
      const { storage_path, size } = await adding.mutateAsync({ id, file, onProgress });
      change({ type: "changed", key, changes: { status: "success", storagePath: storage_path, size } });
      setTimeout(() => change({ type: "settled", key }), UPLOADED);
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
    const done = entries.length - failures.length;
    const added = `${done} attachment(s) added successfully.`;
    if (failures.length === 0) return showNotice("info", added, UPLOADED);
    const failed = `${failures.length} attachment(s) failed to upload. Error: ${[...new Set(failures)].join(" ")}`;
    showNotice("danger", done > 0 ? `${added} ${failed}` : failed, UPLOAD_FAILED);
  };
  return { upload, isUploading: uploading > 0 };
}
