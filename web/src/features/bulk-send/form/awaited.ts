import type { AwaitedFile, BulkForm, CsvSource } from "./bulkForm.ts";

/** What was done to a file before a reload, once the same file is chosen again; null for any other. */
export function awaitedParts(
  { awaited }: BulkForm,
  chosen: Pick<CsvSource, "content"> | null,
): Omit<AwaitedFile, "file"> | null {
  if (awaited === null || !(chosen?.content instanceof File)) return null;
  const { file, ...parts } = awaited;
  const { name, size, lastModified } = chosen.content;
  return file.name === name && file.size === size && file.lastModified === lastModified ? parts : null;
}
