import { AppError, type SendAnswer } from "@sendwright/core/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FilesOfSend, filesOfSend } from "../data/filesOfSend.ts";
import type { UploadProgress } from "../data/fileUploads.ts";
import { beginSend, SENDS_KEY, type SendCall, type SendList } from "../data/sendQueries.ts";
import { fileHashOf } from "../lib/fileHash.ts";
import { personalKey } from "../lib/storage.ts";
import { aSend } from "../testing/sendFactories.ts";
import { Sending } from "./Sending.ts";
import type { SendingEvent } from "./sendingEvents.ts";
import { lookUpSend } from "./sendLookup.ts";
import { CANCELED } from "./uploadPhase.ts";

vi.mock("./sendLookup.ts", async (original) => ({
  ...(await original<object>()),
  lookUpSend: vi.fn(),
}));
vi.mock("../data/sendQueries.ts", async (original) => ({
  ...(await original<object>()),
  beginSend: vi.fn(),
}));
const begin = vi.mocked(beginSend);
const CALL = { to: "send-bulk", input: {} } as SendCall;
const MISSING = new AppError("files_missing", "Gone.", { details: { files: ["a".repeat(64)] } });

const answer = (id: string): SendAnswer => ({
  success: true,
  message: "",
  send_id: id,
  send: aSend({ id }),
  results: [],
});

/** An upload that a test ends, and what it saw. */
function anUpload() {
  const uploads: {
    end: () => void;
    fail: (cause: unknown) => void;
    signal: AbortSignal | undefined;
  }[] = [];
  const upload: FilesOfSend["upload"] = ({ signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      onProgress?.({ files: 1, allFiles: 2, bytes: 5, allBytes: 10, isWaiting: false });
      signal?.addEventListener("abort", () => reject(signal.reason));
      uploads.push({ end: resolve, fail: reject, signal });
    });
  const files: FilesOfSend = {
    upload,
    call: async (make, options) => {
      try {
        return await make();
      } catch (cause) {
        if (cause !== MISSING) throw cause;
        await upload(options);
        return make();
      }
    },
  };
  return { files, uploads };
}

function aSending(showToast = vi.fn()) {
  const cache = new QueryClient();
  const sending = new Sending("bulk", { uid: "u1", cache }, showToast);
  const events: SendingEvent[] = [];
  sending.follow((event) => events.push(event));
  const stop = sending.start();
  return { sending, showToast, cache, types: () => events.map(({ type }) => type), stop };
}

/** A click on Send whose files are being uploaded. */
async function uploading() {
  const { files, uploads } = anUpload();
  const seen = aSending();
  const onCall = vi.fn();
  seen.sending.submit(CALL, { files, onCall });
  await vi.advanceTimersByTimeAsync(0);
  return { ...seen, files, uploads, onCall };
}

const isStored = () => sessionStorage.getItem(personalKey("u1", "upload:bulk")) !== null;
const keyKept = () => sessionStorage.getItem(personalKey("u1", "attempt:bulk")) !== null;
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  begin.mockReset().mockImplementation((key) => Promise.resolve(answer(key)));
  vi.mocked(lookUpSend).mockReset().mockRejectedValue(new AppError("no_answer", "Lost."));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe("while files are uploaded after a click on Send", () => {
  it("there is no key and no call, and it says how far it is", async () => {
    const { sending, onCall, types, uploads } = await uploading();
    expect(sending.uploading()).toMatchObject({
      files: 1,
      allFiles: 2,
    } satisfies Partial<UploadProgress>);
    expect(sending.read().status).toBe("idle");
    expect([keyKept(), types(), begin.mock.calls.length]).toEqual([false, [], 0]);
    expect(onCall).not.toHaveBeenCalled();
    uploads[0]?.end();
    await settle();
    expect(onCall).toHaveBeenCalledOnce();
    expect(types()).toEqual(["asked", "begun"]);
    expect([sending.uploading(), isStored(), begin.mock.calls.length]).toEqual([null, false, 1]);
  });

  it("a second click does nothing", async () => {
    const { sending, uploads, files } = await uploading();
    sending.submit(CALL, { files });
    sending.submit(CALL);
    expect([uploads.length, begin.mock.calls.length]).toEqual([1, 0]);
  });

  it("Cancel ends it without a word, and the next click begins anew", async () => {
    const { sending, types, uploads, files, showToast } = await uploading();
    sending.cancelUpload();
    await settle();
    expect(uploads[0]?.signal?.reason).toBe(CANCELED);
    expect([sending.uploading(), isStored(), types(), begin.mock.calls.length]).toEqual([
      null,
      false,
      [],
      0,
    ]);
    expect(showToast).not.toHaveBeenCalled();
    sending.submit(CALL, { files });
    await settle();
    expect(uploads).toHaveLength(2);
  });

  it.each([
    ["its words", new AppError("too_much_kept", "Too much."), "Bulk Send Error: Too much."],
    [
      "that it failed",
      new TypeError("x"),
      "Bulk Send Error: The files couldn't be uploaded. Nothing was sent.",
    ],
  ])("a failure ends it with %s", async (_, cause, words) => {
    const { sending, types, uploads, showToast } = await uploading();
    uploads[0]?.fail(cause);
    await settle();
    expect(showToast).toHaveBeenCalledWith(words, expect.anything());
    expect([sending.uploading(), types(), begin.mock.calls.length]).toEqual([null, [], 0]);
  });

  it.each([
    ["reload", 1],
    ["navigate", 0],
  ])(
    "after a page that came by %s, it says that nothing was sent %d times",
    async (type, times) => {
      await uploading();
      expect(isStored()).toBe(true);
      vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as never]);
      const { showToast, sending, stop } = aSending();
      expect(showToast).toHaveBeenCalledTimes(times);
      if (times > 0)
        expect(showToast.mock.calls[0]?.[0]).toBe(
          "Bulk Send Error: The page was reloaded while files were being uploaded. Nothing was sent.",
        );
      expect([sending.read().status, isStored()]).toEqual(["idle", false]);
      stop();
    },
  );

  it("signing out stops it", async () => {
    const { uploads, stop } = await uploading();
    stop();
    await settle();
    expect(uploads[0]?.signal?.aborted).toBe(true);
    expect(begin).not.toHaveBeenCalled();
  });

  it("the end or Undo of an earlier send changes nothing", async () => {
    const { sending, uploads, types } = await uploading();
    sending.onUndoneElsewhere("earlier");
    sending.undo();
    sending.close();
    uploads[0]?.end();
    await settle();
    expect(types()).toEqual(["asked", "begun"]);
  });

  it("an earlier send that turns out to be held comes first: nothing of this one is sent", async () => {
    vi.mocked(lookUpSend).mockImplementation(({ key }) =>
      Promise.resolve({ event: { type: "missing", key, at: Date.now() } }),
    );
    begin.mockRejectedValueOnce(new AppError("no_answer", "Lost."));
    const { sending, showToast, cache, types } = aSending();
    sending.submit(CALL);
    await vi.advanceTimersByTimeAsync(300_000);
    const before = sending.read();
    if (before.status !== "absent") throw new Error(`It is ${before.status}.`);
    const { files, uploads } = anUpload();
    sending.submit(CALL, { files });
    await settle();
    const now = new Date().toISOString();
    const held = { id: before.key, state: "scheduled", starts_at: now } as const;
    const held_until = new Date(Date.now() + 9_000).toISOString();
    const list = {
      sends: [aSend({ ...held, held_until })],
      before: null,
      unreadable: 0,
      readAt: 0,
    };
    cache.setQueryData<SendList>(SENDS_KEY, list);
    uploads[0]?.end();
    await settle();
    expect([types(), begin.mock.calls.length]).toEqual([["asked", "absent", "held"], 1]);
    expect(showToast).toHaveBeenLastCalledWith(
      "Bulk Send Error: Your earlier email isn't finished. Nothing of this one was sent.",
      expect.anything(),
    );
  });
});

describe("files that are missing once the call arrives", () => {
  async function missing() {
    begin.mockRejectedValueOnce(MISSING);
    const seen = await uploading();
    seen.uploads[0]?.end();
    await settle();
    return seen;
  }

  it("are uploaded again, and the call is repeated with its key", async () => {
    const { sending, uploads, types } = await missing();
    expect([uploads.length, keyKept(), sending.read().status]).toEqual([2, true, "asked"]);
    expect(sending.uploading()).not.toBeNull();
    sending.submit(CALL);
    uploads[1]?.end();
    await settle();
    const keys = begin.mock.calls.map(([key]) => key);
    expect([keys.length, new Set(keys).size, types()]).toEqual([2, 1, ["asked", "begun"]]);
    expect(sending.uploading()).toBeNull();
  });

  it("Cancel refuses the attempt: nothing was sent", async () => {
    const { sending, types, showToast } = await missing();
    sending.cancelUpload();
    await settle();
    expect(types()).toEqual(["asked", "refused"]);
    expect(showToast).toHaveBeenCalledWith(
      "Bulk Send Error: You canceled the upload. Nothing was sent.",
      expect.anything(),
    );
    expect([sending.uploading(), keyKept()]).toEqual([null, false]);
  });

  it("a failure refuses the attempt with its words", async () => {
    const { types, uploads, showToast } = await missing();
    uploads[1]?.fail(new AppError("invalid_input", "a.pdf has changed."));
    await settle();
    expect(types()).toEqual(["asked", "refused"]);
    expect(showToast).toHaveBeenCalledWith(
      "Bulk Send Error: a.pdf has changed.",
      expect.anything(),
    );
  });

  it("of an earlier send's rows are named, without an upload", async () => {
    const rows = new AppError("files_missing", "Row 3: gone.", { details: { rows: [3] } });
    const make = vi.fn().mockRejectedValue(rows);
    const file = new File(["x"], "a.pdf");
    const files = filesOfSend([{ file, hash: await fileHashOf(file) }]);
    const options = { signal: new AbortController().signal, onProgress: vi.fn() };
    await expect(files.call(make, options)).rejects.toBe(rows);
    expect(make).toHaveBeenCalledOnce();
  });
});
