import { AppError } from "@sendwright/core/contract/appError";
import type { findFiles, uploadFiles } from "@sendwright/core/contract/files";
import { maxAttachmentBytes, UPLOAD_BYTES } from "@sendwright/core/contract/limits";
import { requireFilesFit } from "@sendwright/core/files/fileMessages";
import { totalSize } from "@sendwright/core/files/fit";
import { config } from "../../config.ts";
import { chargeFiles } from "../../http/rateLimit.ts";
import type { Handler } from "../../http/route.ts";
import { secondsUntilDayHas } from "../../store/apiRateLimits.ts";
import { dayUsedUpError } from "../../store/dayUsedUpError.ts";
import { requireRoom } from "../../store/sends/quota.ts";
import { COST_OF_CALL, costOfBody, PRICES } from "../../store/spending.ts";
import { renewUploads, storeUploads, uploadsOf } from "../../store/uploads.ts";

/**
 * `POST /api/files`. Throws `attachment_limit`, `attachment_kind_refused` or `invalid_input` for a
 * file that no email could have; then none of the call's files is stored.
 */
export const upload: Handler<typeof uploadFiles> = async ({ user, files }) => {
  const { limits } = config();
  if (files.length === 0) throw new AppError("invalid_input", "The form has no file.");
  for (const { filename, content } of files)
    requireFilesFit({ existing: [], files: [{ name: filename, size: content.length }], limits });
  chargeFiles(files.length);
  return { success: true, files: await storeUploads(user.uid, files, Date.now()) };
};

/**
 * `POST /api/files/known`. Throws `attachment_limit` for a file that is too large for any email,
 * `too_much_kept` if the copies of all of them don't fit beside the person's sends, `daily_budget`
 * if the missing ones can't all be uploaded today.
 */
export const find: Handler<typeof findFiles> = async ({ user, input }) => {
  const now = Date.now();
  const { limits } = config();
  const files = [...new Map(input.files.map((file) => [file.hash, file])).values()];
  if (files.some(({ size }) => size > maxAttachmentBytes(limits))) {
    const most = limits.MAX_TOTAL_ATTACHMENT_SIZE_MB;
    throw new AppError("attachment_limit", `A file is larger than ${most} MB.`);
  }
  const [there] = await Promise.all([uploadsOf(user.uid), requireRoom(user.uid, totalSize(files))]);
  const missing = files.filter(({ hash }) => !there.has(hash));
  const wait = await secondsUntilDayHas("files", user.sub, costOfUpload(missing), now);
  if (wait > 0) throw dayUsedUpError("files", wait);
  const known = files.flatMap(({ hash }) => (there.has(hash) ? hash : []));
  chargeFiles(await renewUploads(user.uid, there, known, now));
  return { success: true, known };
};

/** The least cost of the calls that upload these files, in millionths of a dollar. */
function costOfUpload(files: readonly { size: number }[]): number {
  const bytes = totalSize(files);
  const calls = Math.ceil(bytes / UPLOAD_BYTES);
  return calls * COST_OF_CALL.files + costOfBody(bytes) + files.length * PRICES.fileWritten;
}
