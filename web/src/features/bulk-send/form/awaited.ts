import type { AwaitedFile, BulkForm, CsvSource } from "./bulkForm.ts";

/** What was done to a file before a reload, once the same file is chosen again; null for any other. */
export function awaitedParts(
  { awaited }: BulkForm,
  chosen: Pick<CsvSource, "content"> | null,
): Omit<AwaitedFile, "file"> | null {
  if (awaited === null || !(chosen?.content instanceof File)) return null;
  const { file, ...parts } = awaited;
  return isSameFile(file, chosen.content) ? parts : null;
}

/** By what a file is known again after a reload. */
export function isSameFile(one: AwaitedFile["file"], other: AwaitedFile["file"]): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
