import { AppError, DEFAULT_LIMITS, findFiles } from "@sendwright/core/contract";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PersonFiles } from "./personFiles.ts";

const calling = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../lib/call.ts", () => calling);

beforeEach(() => calling.call.mockReset());

const limits = DEFAULT_LIMITS;
const named = (files: readonly PersonFile[]) => files.map(({ name }) => name);

/** A file whose bytes the browser can't read any more, because it has changed. */
function changing(name: string) {
  const file = new File(["before"], name);
  let isChanged = false;
  const read = file.arrayBuffer.bind(file);
  file.arrayBuffer = () =>
    isChanged ? Promise.reject(new DOMException("changed", "NotReadableError")) : read();
  return { file, change: () => (isChanged = true) };
}

describe("files that are added", () => {
  it("are known by the hash of their bytes, and are found by it", async () => {
    const store = new PersonFiles();
    const file = new File(["anna"], "anna.pdf");
    const { added, message } = await store.add([file], { limits });
    expect(added).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{64}$/), name: "anna.pdf", size: 4 },
    ]);
    expect(message).toBeNull();
    expect(store.fileOf(added[0]?.hash ?? "")).toBe(file);
    expect(store.placeOf(added[0]?.hash ?? "")).toBe("here");
    expect(store.fileOf("0".repeat(64))).toBeNull();
  });

  it("have composed letters and their folders in their names", async () => {
    const file = new File(["x"], "Mu\u0308ller.pdf");
    Object.defineProperty(file, "webkitRelativePath", { value: "Ma\u0308rz/Mu\u0308ller.pdf" });
    const { added } = await new PersonFiles().add([file], { limits });
    expect(named(added)).toEqual(["M\u00e4rz/M\u00fcller.pdf"]);
  });

  it("are there once for each content", async () => {
    const files = [new File(["x"], "a.pdf"), new File(["x"], "b.pdf"), new File(["y"], "a.pdf")];
    const { added, message } = await new PersonFiles().add(files, { limits });
    expect(named(added)).toEqual(["a.pdf", "a.pdf"]);
    expect(message).toBe("Some files not added: b.pdf (File has the same content as a.pdf)");
  });

  it("are refused by the limits of an email, each with its reason, without the others", async () => {
    const large = new File(
      [new Uint8Array(limits.MAX_TOTAL_ATTACHMENT_SIZE_MB * 1024 * 1024 + 1)],
      "l.pdf",
    );
    const broken = changing("broken.pdf");
    broken.change();
    const files = [new File([], "empty.pdf"), new File(["x"], "tool.exe"), large, broken.file];
    const { added, message } = await new PersonFiles().add([...files, new File(["x"], "ok.pdf")], {
      limits,
    });
    expect(named(added)).toEqual(["ok.pdf"]);
    expect(message).toBe(
      "Some files not added: empty.pdf (File is empty), tool.exe (Gmail doesn't accept .exe files), " +
        "l.pdf (Exceeds total size limit (5 MB)), broken.pdf (File can't be read)",
    );
  });

  it("take the place of one with their name that has changed, not of one that is as it was", async () => {
    const store = new PersonFiles();
    const one = changing("anna.pdf");
    const { added: known } = await store.add([one.file], { limits });
    const other = new File(["after"], "anna.pdf");
    expect((await store.add([other], { limits, known })).replaced).toEqual([]);
    one.change();
    expect((await store.add([other], { limits, known })).replaced).toEqual([known[0]?.hash]);
  });
});

describe("after a reload", () => {
  const files: PersonFile[] = ["a", "b"].map((letter) => ({
    hash: letter.repeat(64),
    name: `May/${letter}.pdf`,
    size: 3,
  }));

  it("what the server has needs no second choice, and the rest is lost", async () => {
    calling.call.mockResolvedValue({ known: [files[0]?.hash] });
    const store = new PersonFiles();
    const listener = vi.fn();
    store.subscribe(listener);
    await store.look(files);
    await store.look(files);
    expect(calling.call).toHaveBeenCalledExactlyOnceWith(findFiles, {
      files: files.map(({ hash, size }) => ({ hash, size })),
    });
    expect(files.map(({ hash }) => store.placeOf(hash))).toEqual(["server", "lost"]);
    expect(listener).toHaveBeenCalledOnce();
    expect(store.toUpload(files)).toEqual([
      { hash: files[0]?.hash, file: { name: "a.pdf", size: 3 } },
      { hash: files[1]?.hash, file: { name: "b.pdf", size: 3 } },
    ]);
  });

  it("nothing is called lost while the server doesn't answer, and it is asked again", async () => {
    calling.call.mockRejectedValueOnce(new AppError("no_answer", "Lost."));
    const store = new PersonFiles();
    await store.look(files);
    expect(files.map(({ hash }) => store.placeOf(hash))).toEqual(["unknown", "unknown"]);
    calling.call.mockResolvedValue({ known: [] });
    await store.look(files);
    expect(store.placeOf(files[0]?.hash ?? "")).toBe("lost");
  });

  it("a file that is added again is here", async () => {
    const store = new PersonFiles();
    const file = new File(["x"], "a.pdf");
    const { added } = await new PersonFiles().add([file], { limits });
    calling.call.mockResolvedValue({ known: [] });
    await store.look(added);
    expect(store.placeOf(added[0]?.hash ?? "")).toBe("lost");
    await store.add([file], { limits, known: added });
    expect(store.placeOf(added[0]?.hash ?? "")).toBe("here");
  });
});
