import { AppError } from "@sendwright/core/contract/appError";
import { readSnapshot, type StoredSend } from "../../../store/sends/read.ts";
import type { SnapshotDoc } from "../../../store/sends/schemas.ts";

/** The email and files of a send. Throws `wrong_state` once the data has been deleted. */
export async function snapshotOf(send: StoredSend): Promise<SnapshotDoc> {
  const snapshot = send.dataDeleted ? null : await readSnapshot(send.id);
  if (!snapshot) throw new AppError("wrong_state", "The data of this send has been deleted.");
  return snapshot;
}
