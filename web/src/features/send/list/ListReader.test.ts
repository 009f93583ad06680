import { expect, it, onTestFinished, vi } from "vitest";
import { fakeWorker } from "../../../testing/fakeWorker.ts";
import { AS_DETECTED } from "../form/sendForm.ts";
import { ListReader } from "./ListReader.ts";

const request = { source: { kind: "file", name: "a.xlsx" }, content: "", reading: AS_DETECTED } as const;

it("ends a workbook that takes longer than 5 seconds, and reads the next file with a new worker", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let workers = 0;
  fakeWorker(() => {
    workers += 1;
    return {
      prepare: () => ({ value: true }),
      read: () => (workers === 1 ? new Promise(() => undefined) : { value: "read" }),
    };
  });
  const reader = new ListReader();
  const reading = reader.read(request);
  const refused = expect(reading).rejects.toThrow("This workbook takes too long to read.");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(workers).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  expect(await reader.read(request)).toBe("read");
  expect(workers).toBe(2);
});

it("gives a CSV file all the time it needs", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fakeWorker(() => ({
    prepare: () => ({ value: false }),
    read: () => new Promise((resolve) => setTimeout(() => resolve({ value: "read" }), 60_000)),
  }));
  const reading = new ListReader().read(request);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await reading).toBe("read");
});
