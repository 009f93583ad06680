import type { Reason } from "@sendwright/core/contract/reasons";
import { expect } from "vitest";
import { readSend } from "../src/store/sends/read.ts";

/** Expects that the server refuses it. */
export const refused = (promise: Promise<unknown>, reason: Reason, message?: unknown) =>
  expect(promise).rejects.toMatchObject({ reason, ...(message !== undefined && { message }) });

/** Expects these fields of a send's document. */
export async function expectSend(id: string, fields: object): Promise<void> {
  expect(await readSend(id)).toMatchObject(fields);
}
