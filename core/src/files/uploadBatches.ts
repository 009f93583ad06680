import { MAX_FILES_PER_UPLOAD, UPLOAD_BYTES } from "../contract/limits.ts";

/**
 * Files in the order in which they are uploaded: each batch has at most `UPLOAD_BYTES`, or one
 * larger file, and at most `MAX_FILES_PER_UPLOAD` files.
 */
export function uploadBatches<F extends { size: number }>(files: readonly F[]): F[][] {
  const batches: F[][] = [];
  let bytes = 0;
  for (const file of files) {
    const batch = batches.at(-1);
    if (batch && batch.length < MAX_FILES_PER_UPLOAD && bytes + file.size <= UPLOAD_BYTES) {
      batch.push(file);
      bytes += file.size;
    } else {
      batches.push([file]);
      bytes = file.size;
    }
  }
  return batches;
}
