import type { ExportState } from "@sendwright/core/contract/account";
import {
  ADDRESS_MS,
  EXPORT_NAME,
  exportPath,
  offeredUntil,
  type StoredExport,
} from "../../../store/exports.ts";
import { downloadAddress } from "../../../store/files.ts";

/** A user's export as the page sees it, with an address of the file if it is ready. */
export async function shownExport(
  uid: string,
  made: StoredExport | null,
  now: number,
): Promise<ExportState> {
  if (made === null) return { state: "none" };
  const { state, doneBytes, totalBytes } = made;
  if (state === "working")
    return { state, done: Math.min(doneBytes, totalBytes), total: totalBytes };
  const until = offeredUntil(made);
  if (until <= now) return { state: "none" };
  if (state === "failed") return { state };
  const address = await downloadAddress(exportPath(uid, made), EXPORT_NAME, {
    now,
    ms: ADDRESS_MS,
  });
  return { state, bytes: totalBytes, until: new Date(until).toISOString(), address };
}
