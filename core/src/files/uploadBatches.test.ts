import { expect, test } from "vitest";
import { MAX_FILES_PER_UPLOAD, UPLOAD_BYTES } from "../contract/limits.ts";
import { uploadBatches } from "./uploadBatches.ts";

const sizesOf = (sizes: number[]) =>
  uploadBatches(sizes.map((size) => ({ size }))).map((batch) => batch.map(({ size }) => size));

test("a batch is as large as an upload may be, or one larger file", () => {
  const half = UPLOAD_BYTES / 2;
  expect(sizesOf([])).toEqual([]);
  expect(sizesOf([half, half, 1])).toEqual([[half, half], [1]]);
  expect(sizesOf([half, half + 1])).toEqual([[half], [half + 1]]);
  expect(sizesOf([1, 2 * UPLOAD_BYTES, 1, 1])).toEqual([[1], [2 * UPLOAD_BYTES], [1, 1]]);
});

test("a batch has no more files than an upload may have, and none is lost", () => {
  const sizes = Array.from({ length: 2 * MAX_FILES_PER_UPLOAD + 1 }, (_, i) => i + 1);
  const batches = sizesOf(sizes);
  expect(batches.map(({ length }) => length)).toEqual([
    MAX_FILES_PER_UPLOAD,
    MAX_FILES_PER_UPLOAD,
    1,
  ]);
  expect(batches.flat()).toEqual(sizes);
});
