import { createHash } from "node:crypto";
import type { ParsedUpload } from "../../../http/readUpload.ts";

/** A hash of a call's parsed fields and files; the order of names doesn't matter. */
export function fingerprintOf(input: Readonly<Record<string, unknown>>, files: readonly ParsedUpload[]): string {
  const { idempotency_key: _, hold: _notContent, ...fields } = input;
  const contents = files.map(({ field, filename, contentType, content }) => [
    field,
    filename,
    contentType,
    createHash("sha256").update(content).digest("hex"),
  ]);
  return createHash("sha256")
    .update(inOrder([fields, contents]))
    .digest("hex");
}

/** JSON with the names of each object sorted. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}
