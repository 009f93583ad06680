import { AppError, findFiles, UPLOAD_BYTES, uploadFiles } from "@sendwright/core/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileHashOf } from "../lib/fileHash.ts";
import {
  type AddedFile,
  filesMissingIn,
  type UploadProgress,
  uploadAddedFiles,
} from "./fileUploads.ts";

const calling = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../lib/call.ts", () => calling);

/** A server that keeps contents, and its calls. */
class FileServer {
  readonly there = new Map<string, number>();
  readonly uploads: string[][] = [];
  questions = 0;
  open = 0;
  mostOpen = 0;
  /** Called before each upload; its error is the upload's failure. */
  before: (texts: string[]) => void | Promise<void> = () => {};
  /** Called after it. */
  after: (texts: string[]) => void = () => {};
  question: () => void = () => {};

  async answer(endpoint: unknown, input: { files: { hash: string }[] }, options: Options) {
    options.signal?.throwIfAborted();
    if (endpoint === findFiles) {
      this.questions += 1;
      this.question();
      return { known: input.files.flatMap(({ hash }) => (this.there.has(hash) ? hash : [])) };
    }
    expect(endpoint).toBe(uploadFiles);
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      return await this.upload(options);
    } finally {
      this.open -= 1;
    }
  }

  async upload({ files: { files = [] } = {}, onProgress, signal }: Options) {
    const texts = await Promise.all(files.map((file) => file.text()));
    await this.before(texts);
    signal?.throwIfAborted();
    onProgress?.(0.5);
    const stored = await Promise.all(
      files.map(async (file) => ({ hash: await fileHashOf(file), size: file.size })),
    );
    for (const { hash, size } of stored) this.there.set(hash, size);
    this.uploads.push(files.map(({ name }) => name));
    this.after(texts);
    return { files: stored };
  }
}

interface Options {
  files?: { files?: File[] };
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
}

let server: FileServer;
beforeEach(() => {
  vi.useFakeTimers();
  server = new FileServer();
  calling.call.mockImplementation(server.answer.bind(server));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function added(name: string, content: string = name): Promise<AddedFile> {
  const file = new File([content], name, { type: "application/pdf" });
  return { file, hash: await fileHashOf(file) };
}
const large = (name: string) => added(name, name.padEnd(UPLOAD_BYTES - 10, "."));
const noAnswer = () => new AppError("no_answer", "No answer.");

/** Uploads while the time passes; returns the failure, if any, and every progress. */
async function upload(files: AddedFile[], options: { signal?: AbortSignal } = {}) {
  const told: UploadProgress[] = [];
  const uploading = uploadAddedFiles(files, {
    ...options,
    onProgress: (progress) => told.push(progress),
  }).then(
    () => null,
    (cause: unknown) => cause,
  );
  let ended = false;
  void uploading.finally(() => {
    ended = true;
  });
  // Hashing takes real time, and waits take none.
  while (!ended) await vi.advanceTimersByTimeAsync(1_000);
  return { failure: await uploading, told };
}

describe("an upload", () => {
  it("asks first, sends only what is missing, each content once, and counts all of it", async () => {
    const [a, b, copy] = [await added("a"), await added("b"), await added("copy", "b")];
    server.there.set(a.hash, 1);
    const { failure, told } = await upload([a, b, copy]);
    expect([failure, server.uploads]).toEqual([null, [["copy"]]]);
    expect(told[0]).toEqual({ files: 1, allFiles: 2, bytes: 1, allBytes: 2, isWaiting: false });
    expect(told.at(-1)).toEqual({ files: 2, allFiles: 2, bytes: 2, allBytes: 2, isWaiting: false });
    expect(await fileHashOf(new Blob(["abc"]))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("sends nothing, and asks nothing, without files", async () => {
    expect((await upload([])).failure).toBeNull();
    expect(server.questions).toBe(0);
  });

  it("needs no bytes of a file that the server has, and names one that no one has any more", async () => {
    const a = await added("a");
    const [hash, gone] = ["b".repeat(64), "c".repeat(64)];
    server.there.set(hash, 3);
    const kept = { hash, file: { name: "b.pdf", size: 3 } };
    expect((await upload([a, kept])).failure).toBeNull();
    const { failure } = await upload([kept, { hash: gone, file: { name: "c.pdf", size: 3 } }]);
    expect(failure).toMatchObject({
      reason: "invalid_input",
      message: "c.pdf isn't on this page any more, nor on the server. Add it again.",
    });
    expect(server.uploads).toEqual([["a"]]);
  });

  it("has two calls at a time, and never counts back", async () => {
    const files = await Promise.all(["1", "2", "3", "4", "5"].map(large));
    server.before = () => new Promise((resolve) => setTimeout(resolve, 100));
    const { failure, told } = await upload(files);
    expect([failure, server.mostOpen, server.uploads.length]).toEqual([null, 2, 5]);
    const bytes = told.map((progress) => progress.bytes);
    expect(Math.max(...bytes)).toBe(told[0]?.allBytes);
    expect(bytes.at(-1)).toBe(told[0]?.allBytes);
    expect(bytes.some((sum) => sum > 0 && sum % (UPLOAD_BYTES - 10) !== 0)).toBe(true);
  });

  it("continues after lost answers, and sends nothing twice that has arrived", async () => {
    const files = await Promise.all(["1", "2", "3", "4"].map(large));
    let lost = 0;
    server.before = (texts) => {
      if (texts[0]?.startsWith("2") && lost++ < 3) throw noAnswer();
    };
    server.after = (texts) => {
      // Arrived, but no one knows.
      if (texts[0]?.startsWith("3") && server.uploads.length < 4) throw noAnswer();
    };
    const { failure, told } = await upload(files);
    expect(failure).toBeNull();
    expect(server.uploads.flat().sort()).toEqual(["1", "2", "3", "4"]);
    expect(told.some(({ isWaiting }) => isWaiting)).toBe(true);
    expect(told.at(-1)).toMatchObject({ files: 4, isWaiting: false });
  });

  it("waits as long as the browser is offline, and then continues", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.question = () => {
      if (!navigator.onLine) throw new AppError("offline", "You're offline.");
    };
    setTimeout(() => {
      online.mockReturnValue(true);
      window.dispatchEvent(new Event("online"));
    }, 200_000);
    expect((await upload([await added("a")])).failure).toBeNull();
    expect(server.questions).toBe(2);
  });

  it("waits when the server has no time, as long as it says", async () => {
    let refused = 0;
    server.before = () => {
      if (refused++ === 0) throw new AppError("rate_limited", "Later.", { retryAfter: 40 });
    };
    const began = Date.now();
    expect((await upload([await added("a")])).failure).toBeNull();
    expect(Date.now() - began).toBeGreaterThanOrEqual(40_000);
  });

  it("gives up after six losses in a row, and begins anew where it was", async () => {
    const [one, two] = [await large("1"), await large("2")];
    server.before = (texts) => {
      if (texts[0]?.startsWith("2")) throw noAnswer();
    };
    expect((await upload([one, two])).failure).toMatchObject({ reason: "no_answer" });
    expect(server.questions).toBe(6);
    server.before = () => {};
    expect((await upload([one, two])).failure).toBeNull();
    expect(server.uploads).toEqual([["1"], ["2"]]);
  });

  it.each(["daily_budget", "too_much_kept", "attachment_limit"] as const)(
    "ends with %s before the first byte",
    async (reason) => {
      server.question = () => {
        throw new AppError(reason, "No.", { retryAfter: 3_600 });
      };
      expect((await upload([await added("a")])).failure).toMatchObject({ reason });
      expect(server.uploads).toEqual([]);
    },
  );

  it("stops with its signal, during a call and during a wait", async () => {
    const stop = new AbortController();
    server.before = () => stop.abort();
    expect((await upload([await added("a")], { signal: stop.signal })).failure).toMatchObject({
      name: "AbortError",
    });
    const other = new AbortController();
    server.before = () => {
      setTimeout(() => other.abort(), 500);
      throw noAnswer();
    };
    expect((await upload([await added("b")], { signal: other.signal })).failure).toMatchObject({
      name: "AbortError",
    });
    expect(server.uploads).toEqual([]);
  });

  it.each([
    ["has other bytes", async () => new File(["new"], "anna.pdf")],
    [
      "can't be read any more",
      async () =>
        Object.assign(new File(["old"], "anna.pdf"), {
          arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")),
        }),
    ],
  ])("names a file that %s", async (_what, fileNow) => {
    const { hash } = await added("anna.pdf", "old");
    const { failure } = await upload([{ file: await fileNow(), hash }]);
    expect(failure).toMatchObject({
      reason: "invalid_input",
      message: "anna.pdf has changed since you added it. Add it again.",
    });
  });
});

it("reads from a refusal what is missing", () => {
  const refused = (details: Record<string, unknown>) =>
    filesMissingIn(new AppError("files_missing", "No.", { details }));
  const hash = "a".repeat(64);
  expect(refused({ files: [hash] })).toEqual({ files: [hash], rows: [] });
  expect(refused({ rows: [2, 3] })).toEqual({ files: [], rows: [2, 3] });
  expect(filesMissingIn(noAnswer())).toBeNull();
});
