import { AppError } from "@sendwright/core/contract";
import { act, renderHook } from "@testing-library/react";
import { useReducer } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { ListWork } from "../../../lib/lists/listWork.ts";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { fakeWorker } from "../../../testing/fakeWorker.ts";
import { sendForm } from "../form/formActions.ts";
import { EMPTY_FORM, type SendForm } from "../form/sendForm.ts";
import { useFileReader, useListReader } from "./useFileReader.ts";

const file = (name: string, text: string) => new File([text], name);
const named = (name: string) => ({ kind: "file", name }) as const;

/** The hook with a form, and a worker that answers when the test says so. */
function setUp() {
  const reader = new ListReader();
  const work = new ListWork();
  const asked: (() => Promise<void>)[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  vi.spyOn(reader, "read").mockImplementation(
    (request, signal) =>
      new Promise((resolve, reject) => {
        signals.push(signal);
        asked.push(async () => {
          // A copy, as from a real worker.
          const answer = structuredClone(await work.read(request));
          if ("value" in answer) resolve(answer.value);
          else reject(new AppError(answer.refused.reason, answer.refused.message));
        });
      }),
  );
  const { result } = renderHook(() => {
    const [form, change] = useReducer(sendForm, EMPTY_FORM);
    return { form, change, reading: useFileReader(reader, change) };
  });
  const read = (name: string, text: string) =>
    act(() => result.current.reading.read(named(name), file(name, text)));
  const answer = (index: number) => act(async () => asked[index]?.());
  return {
    asked,
    signals,
    form: () => result.current.form,
    reading: () => result.current.reading,
    change: (action: Parameters<typeof sendForm>[1]) => act(() => result.current.change(action)),
    read,
    answer,
    readAtOnce: async (name: string, text: string) => {
      read(name, text);
      await answer(asked.length - 1);
    },
  };
}
const addressesOf = ({ people }: SendForm) =>
  people.now.list?.rows.map(({ cells }) => cells[0]) ?? null;

describe("reading the chosen file", () => {
  it("puts its list into the form, and knows how it was read", async () => {
    const { form, reading, read, answer } = setUp();
    read("a.csv", "Email;Name\nann@x.org;Ann\n");
    expect(reading()).toMatchObject({
      isReading: true,
      error: null,
      chosen: { source: { name: "a.csv" } },
    });
    expect(form()).toBe(EMPTY_FORM);
    await answer(0);
    expect(reading()).toMatchObject({ isReading: false, error: null, chosen: null });
    expect(addressesOf(form())).toEqual(["ann@x.org"]);
    expect(form().people.now.raw).toMatchObject({
      label: "Semicolon, UTF-8",
      delimiter: ";",
      reading: AS_DETECTED,
    });
    expect(form().people.now.raw?.of).toBe(form().people.now.list?.source);
    expect(form().people.past).toEqual([]);
  });

  it.each([
    ["the first comes last", [1, 0]],
    ["they come in order", [0, 1]],
  ])("uses the latest choice, whether %s", async (_when, order) => {
    const { form, reading, read, answer } = setUp();
    read("a.csv", "Email\nann@x.org\n");
    read("b.csv", "Email\nbo@x.org\n");
    for (const index of order) await answer(index);
    expect(addressesOf(form())).toEqual(["bo@x.org"]);
    expect(form().people.past).toEqual([]);
    expect(reading()).toMatchObject({ chosen: null, isReading: false, error: null });
  });

  it("clears the error of an earlier choice", async () => {
    const { form, reading, read, answer } = setUp();
    read("a.csv", "");
    read("b.csv", "Email\nbo@x.org\n");
    await answer(1);
    await answer(0);
    expect(reading().error).toBeNull();
    expect(addressesOf(form())).toEqual(["bo@x.org"]);
  });

  it("keeps the current list if the file can't be read, and says why", async () => {
    const { form, reading, readAtOnce } = setUp();
    await readAtOnce("a.csv", "Email\nann@x.org\n");
    const before = form();
    await readAtOnce("b.csv", "Email\n");
    expect(form()).toBe(before);
    expect(reading()).toMatchObject({
      isReading: false,
      error: "CSV has no data rows.",
      chosen: { source: { name: "b.csv" } },
    });
    await readAtOnce("c.csv", "Email\ncy@x.org\n");
    expect(reading()).toMatchObject({ error: null, chosen: null });
    expect(addressesOf(form())).toEqual(["cy@x.org"]);
  });

  it("stops reading once another file is chosen, or this one is forgotten", async () => {
    const { reading, read, answer, signals } = setUp();
    read("a.csv", "Email\nann@x.org\n");
    read("b.csv", "Email\nbo@x.org\n");
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    act(() => reading().forget());
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    for (const index of [0, 1]) await answer(index);
  });

  it("forgets a file that can't be read, or is being read", async () => {
    const { form, reading, read, readAtOnce, answer } = setUp();
    await readAtOnce("a.csv", "");
    act(() => reading().forget());
    expect(reading()).toMatchObject({ chosen: null, error: null });
    read("b.csv", "Email\nbo@x.org\n");
    act(() => reading().forget());
    expect(reading().isReading).toBe(false);
    await answer(1);
    expect(form()).toBe(EMPTY_FORM);
  });
});

describe("reading another way", () => {
  it("is one step that can be undone", async () => {
    const { form, change, reading, readAtOnce, answer } = setUp();
    await readAtOnce("a.csv", "Email;Name\nann@x.org;Ann\n");
    change({ type: "list", change: { type: "skip", ids: [1], as: "by_hand" } });
    const before = form().people;
    const { list } = before.now;
    const { raw } = form().people.now;
    act(() => {
      if (raw) reading().reread(raw, { delimiter: "," });
    });
    await answer(1);
    expect(form().people.now.list).toMatchObject({
      columns: ["Email;Name"],
      rows: [{ cells: ["ann@x.org;Ann"], skipped: "by_hand" }],
    });
    expect(form().people.now.raw).toMatchObject({
      content: raw?.content,
      reading: { delimiter: ",", encoding: null },
    });
    expect(form().people.past).toHaveLength(before.past.length + 1);
    change({ type: "undo" });
    // The other list's row had its own id.
    expect(form().people).toEqual({
      ...before,
      now: { ...before.now, list: { ...list, lastId: 2 } },
    });
  });

  it("keeps the other choices, and counts as a new list for the check", async () => {
    const { form, reading, readAtOnce, answer } = setUp();
    await readAtOnce("a.csv", "ann@x.org;Ann\nbo@x.org;Bo\n");
    const rawOf = () => {
      const { raw } = form().people.now;
      if (!raw) throw new Error("The file is there.");
      return raw;
    };
    const first = rawOf();
    act(() => reading().reread(first, { noHeaders: true }));
    await answer(1);
    expect(rawOf().of).not.toBe(first.of);
    act(() => reading().reread(rawOf(), { encoding: "windows-1252" }));
    await answer(2);
    expect(rawOf().reading).toMatchObject({
      delimiter: null,
      encoding: "windows-1252",
      noHeaders: true,
    });
    expect(addressesOf(form())).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it("keeps the list if the file can't be read that way", async () => {
    const { form, reading, readAtOnce, answer } = setUp();
    await readAtOnce("a.csv", "Email;Name,Email;Name\nann@x.org;Ann,x;Ann\n");
    const before = form();
    const { raw } = before.people.now;
    expect(raw?.delimiter).toBe(";");
    act(() => {
      if (raw) reading().reread(raw, { delimiter: "," });
    });
    await answer(1);
    expect(reading().error).toMatch(/More than one column is called "Email;Name"/);
    expect(form()).toBe(before);
  });
});

it("a screen has one reader, and its worker ends with the screen", () => {
  const close = vi.spyOn(ListReader.prototype, "close");
  const { result, rerender, unmount } = renderHook(() => useListReader());
  const first = result.current;
  rerender();
  expect(result.current).toBe(first);
  expect(close).not.toHaveBeenCalled();
  unmount();
  expect(close).toHaveBeenCalledOnce();
});

const aCheck = [{}, {}] as unknown as Parameters<ListReader["check"]>;
const request = {
  source: { kind: "file", name: "a.xlsx" },
  content: "",
  reading: AS_DETECTED,
} as const;

it("stops a workbook after 5 seconds, and reads the next file with a new worker", async () => {
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

describe("a workbook that takes too long", () => {
  /** A first worker that is busy with a workbook and answers nothing else, and a second one. */
  async function busyReader() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const never = () => new Promise(() => undefined);
    const answers = (value: unknown) => () => ({ value });
    const works = [
      {
        prepare: vi.fn(never).mockResolvedValueOnce({ value: true }),
        read: never,
        people: never,
        check: never,
      },
      {
        prepare: answers(true),
        read: answers("read"),
        people: answers("people"),
        check: answers("check"),
      },
    ];
    fakeWorker(() => works.shift() ?? {});
    const reader = new ListReader();
    const stop = new AbortController();
    const busy = reader.read(request, stop.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    return { reader, stop: () => stop.abort(), busy };
  }

  it.each<[string, (reader: ListReader) => Promise<unknown>]>([
    ["check", (reader) => reader.check(...aCheck)],
    ["read", (reader) => reader.read(request)],
    ["people", (reader) => reader.people(request, [])],
  ])("fails alone: %s, asked meanwhile, gets its answer", async (what, ask) => {
    const { reader, busy } = await busyReader();
    const refused = expect(busy).rejects.toThrow("This workbook takes too long to read.");
    const asked = ask(reader);
    asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(4_000);
    await refused;
    expect(await asked).toBe(what);
  });

  it("is stopped once it isn't wanted, and the rest gets its answer without waiting", async () => {
    const { reader, stop, busy } = await busyReader();
    const stopped = expect(busy).rejects.toThrow("We stopped reading the list.");
    const check = reader.check(...aCheck);
    check.catch(() => undefined);
    stop();
    await stopped;
    expect(await check).toBe("check");
  });

  it("fails with all that waits behind it when the screen closes", async () => {
    const { reader, busy } = await busyReader();
    const check = reader.check(...aCheck);
    const both = Promise.allSettled([busy, check]);
    reader.close();
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
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
