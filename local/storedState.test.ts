import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStoredState } from "./storedState.ts";

vi.mock("node:fs/promises", async (importActual) => {
  const actual = await importActual<typeof files>();
  return { ...actual, rm: vi.fn(actual.rm), rename: vi.fn(actual.rename) };
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stored-state-"));
});
afterEach(() => {
  vi.resetAllMocks();
  rmSync(folder, { recursive: true });
});

/** One run of a stack, which writes `text` in each part and keeps it. */
async function run(text: string): Promise<void> {
  const state = await openStoredState(folder);
  for (const part of ["cli", "firestore", "storage"] as const) {
    mkdirSync(state.later(part), { recursive: true });
    writeFileSync(join(state.later(part), "data"), text);
  }
  await state.keep();
}

async function kept(): Promise<string | null> {
  const earlier = (await openStoredState(folder)).earlier("firestore");
  return earlier === undefined ? null : readFileSync(join(earlier, "data"), "utf8");
}

/** The process is killed before its n-th change of a folder from now on. */
async function killAt(n: number): Promise<void> {
  const { rm, rename } = await vi.importActual<typeof files>("node:fs/promises");
  let changes = 0;
  const unlessKilled = async (change: () => Promise<void>) => {
    changes += 1;
    if (changes >= n) throw new Error("Killed.");
    await change();
  };
  vi.mocked(files.rm).mockImplementation((...given) => unlessKilled(() => rm(...given)));
  vi.mocked(files.rename).mockImplementation((...given) => unlessKilled(() => rename(...given)));
}

it("has the data of the last run", async () => {
  expect(await kept()).toBeNull();
  await run("first");
  await run("second");
  expect(await kept()).toBe("second");
});

it("keeps nothing of a run in which a part didn't export", async () => {
  await run("first");
  await expect((await openStoredState(folder)).keep()).rejects.toThrow("could not be kept");
  expect(await kept()).toBe("first");
});

it.each([1, 2, 3, 4])("has one run's data if it is killed before change %i", async (n) => {
  await run("first");
  await killAt(n);
  await expect(run("second")).rejects.toThrow("Killed.");
  vi.resetAllMocks();
  expect(await kept()).toBe(n < 4 ? "first" : "second");
  await run("third");
  expect(await kept()).toBe("third");
});
