import { AppError } from "@sendwright/core/contract/appError";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredSend } from "../../../store/sends/read.ts";
import { hashOf } from "../../../store/uploads.ts";
import type { Engine } from "../engine.ts";
import { loadOwnFiles } from "./ownFiles.ts";

vi.mock(import("../../../platform/log.ts"), async (original) => ({
  ...(await original()),
  logError: () => {},
}));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const send = { id: "u_k", nonce: "n" } as StoredSend;
const content = Buffer.from("slip");
const file = {
  filename: "slip.pdf",
  contentType: "application/pdf",
  size: 4,
  hash: hashOf(content),
};
const engineOf = (readFile: (path: string) => Promise<Buffer>) =>
  ({ ledger: { readFile } }) as unknown as Engine;

describe("a row's own files", () => {
  it("come from the send's folder, in their order", async () => {
    const read = vi.fn(async () => content);
    const files = [file, { ...file, filename: "again.pdf" }];
    expect(await loadOwnFiles(engineOf(read), send, { files })).toEqual({
      files: [
        { filename: "slip.pdf", contentType: "application/pdf", content },
        { filename: "again.pdf", contentType: "application/pdf", content },
      ],
    });
    expect(read).toHaveBeenCalledWith(`sends/u_k/n/rows/${file.hash}`, { isHashed: true });
  });

  it("may take ten seconds, and no longer", async () => {
    const after = (ms: number) =>
      engineOf(() => new Promise((resolve) => setTimeout(() => resolve(content), ms)));
    const inTime = loadOwnFiles(after(9_999), send, { files: [file] });
    const late = loadOwnFiles(after(10_001), send, { files: [file] });
    await vi.advanceTimersByTimeAsync(10_001);
    expect(await inTime).toMatchObject({ files: [{ content }] });
    expect(await late).toBe("unreachable");
  });

  it.each([
    [
      "a failure with a code is for now",
      Object.assign(new Error("no"), { code: 503 }),
      "unreachable",
    ],
    [
      "a missing file is for good",
      new AppError("not_found", "no"),
      { broken: 'The file "slip.pdf" no longer exists.' },
    ],
  ])("%s", async (_what, cause, result) => {
    const engine = engineOf(() => Promise.reject(cause));
    expect(await loadOwnFiles(engine, send, { files: [file] })).toEqual(result);
  });

  it("with other bytes are broken, and a failure of no kind is thrown", async () => {
    const other = engineOf(async () => Buffer.from("slap"));
    expect(await loadOwnFiles(other, send, { files: [file] })).toEqual({
      broken: 'The file "slip.pdf" is not the one that was added.',
    });
    const broken = engineOf(() => Promise.reject(new Error("died")));
    await expect(loadOwnFiles(broken, send, { files: [file] })).rejects.toThrow("died");
  });
});
