import type { CheckResult } from "@sendwright/core/check/types";
import { AppError } from "@sendwright/core/contract";
import { changed } from "@sendwright/core/list/change";
import { type CheckSettings, checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { act, renderHook } from "@testing-library/react";
import { useReducer } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { ListWork } from "../../../lib/lists/listWork.ts";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { fakeWorker } from "../../../testing/fakeWorker.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList } from "../factories.ts";
import { sendForm } from "../form/formActions.ts";
import { EMPTY_FORM, type SendForm } from "../form/sendForm.ts";
import { useCheck, useListReader, useReader } from "./useListReader.ts";

const file = (name: string, text: string) => new File([text], name);
const named = (name: string) => ({ kind: "file", name }) as const;

/** The hook with a form, and a worker that answers when the test says so. */
function setUp() {
  const reader = new ListReader();
  const work = new ListWork();
  const asked: (() => Promise<void>)[] = [];
  vi.spyOn(reader, "read").mockImplementation(
    (request) =>
      new Promise((resolve, reject) => {
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
    return { form, change, reading: useReader(reader, change) };
  });
  const read = (name: string, text: string) =>
    act(() => result.current.reading.read(named(name), file(name, text)));
  const answer = (index: number) => act(async () => asked[index]?.());
  return {
    asked,
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

const people = (count: number) =>
  aList(`Email,Name\n${Array.from({ length: count }, (_, n) => `p${n}@x.org,P${n}\n`).join("")}`);
const long = people(101);
const checking: CheckSettings = {
  variables: [aVariable("Name")],
  values: new Map(),
  limit: 1_000,
  subject: "",
  body: "",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
};

interface Asked {
  list: List;
  checking: CheckSettings;
  answer: (result: CheckResult) => void;
  fail: (error: unknown) => void;
}

/** The hook with a worker that answers when the test says so. */
function setUpCheck(list: List | null, mail: CheckSettings | null = checking) {
  const reader = new ListReader();
  const asked: Asked[] = [];
  vi.spyOn(reader, "check").mockImplementation(
    (list, checking) =>
      new Promise((answer, fail) => {
        asked.push({ list, checking, answer, fail });
      }),
  );
  const { result, rerender } = renderHook(({ list, mail }) => useCheck(reader, list, mail), {
    initialProps: { list, mail },
  });
  return {
    asked,
    now: () => result.current,
    give: (list: List | null, mail: CheckSettings | null = checking) => rerender({ list, mail }),
    answer: (index: number) =>
      act(async () => {
        const one = asked[index];
        one?.answer(checkList(one.list, one.checking));
      }),
    fail: (index: number, error: unknown) => act(async () => asked[index]?.fail(error)),
  };
}

const withName = (list: List, name: string) =>
  changed(list, { type: "cells", cells: [{ id: 1, header: "Name", cell: name }] });
const nameIn = ({ check }: ReturnType<typeof useCheck>) => check?.rows[0]?.values[0];

describe("the check of a short list", () => {
  it("is ready immediately, without the worker, after each change too", () => {
    const { now, give, asked } = setUpCheck(people(100));
    expect(now()).toMatchObject({
      isChecked: true,
      error: null,
      check: { summary: { ready: 100 } },
    });
    give(withName(people(100), "Ann"));
    expect(now().isChecked).toBe(true);
    expect(nameIn(now())).toBe("Ann");
    expect(asked).toEqual([]);
  });

  it("is null without a list or an email", () => {
    const { now, give } = setUpCheck(null);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    give(people(2), null);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    give(people(2));
    expect(now().isChecked).toBe(true);
  });
});

describe("the check of a long list", () => {
  it("comes from the worker", async () => {
    const { now, asked, answer } = setUpCheck(long);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    expect(asked).toMatchObject([{ list: long, checking }]);
    await answer(0);
    expect(now()).toMatchObject({ isChecked: true, check: { summary: { ready: 101 } } });
  });

  it("stays until the next one is done, but counts as outdated", async () => {
    const { now, give, answer } = setUpCheck(long);
    await answer(0);
    give(withName(long, "Ann"));
    expect(now().isChecked).toBe(false);
    expect(nameIn(now())).toBe("P0");
    await answer(1);
    expect(now().isChecked).toBe(true);
    expect(nameIn(now())).toBe("Ann");
  });

  it("stays when a value that everyone gets changes", async () => {
    const { now, give, answer } = setUpCheck(long);
    await answer(0);
    give(long, { ...checking, values: new Map([["Sender", "Ada"]]) });
    expect(now()).toMatchObject({ isChecked: false, check: { summary: { ready: 101 } } });
    await answer(1);
    expect(now().isChecked).toBe(true);
  });

  it.each<[string, List, CheckSettings]>([
    ["list", { ...long, source: { ...long.source } }, checking],
    [
      "email",
      long,
      { ...checking, variables: [aVariable("Name"), aVariable("City", { required: false })] },
    ],
  ])("is dropped immediately for another %s", async (_what, list, mail) => {
    const { now, give, answer } = setUpCheck(long);
    await answer(0);
    give(list, mail);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    await answer(1);
    expect(now()).toMatchObject({ isChecked: true, check: { summary: { ready: 101 } } });
  });

  it("is dropped with the list or the email", async () => {
    const { now, give, answer } = setUpCheck(long);
    await answer(0);
    give(null);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    give(long, null);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
  });

  it("is ignored if it comes late, for an older list", async () => {
    const { now, give, answer } = setUpCheck(long);
    give(withName(long, "Ann"));
    await answer(0);
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    await answer(1);
    expect(nameIn(now())).toBe("Ann");
    give(withName(long, "Bo"));
    give(withName(long, "Cy"));
    await answer(3);
    await answer(2);
    expect(nameIn(now())).toBe("Cy");
    expect(now().isChecked).toBe(true);
  });

  it("is ignored if it comes once the list is short", async () => {
    const { now, give, answer } = setUpCheck(long);
    give(people(3));
    await answer(0);
    expect(now().check?.summary.ready).toBe(3);
  });

  it("says why it failed, until the next change", async () => {
    const { now, give, answer, fail } = setUpCheck(long);
    await fail(0, new Error("Out of memory"));
    expect(now()).toMatchObject({
      check: null,
      isChecked: false,
      error: { message: "Out of memory" },
    });
    give(withName(long, "Ann"));
    expect(now()).toEqual({ check: null, isChecked: false, error: null });
    await answer(1);
    expect(now()).toMatchObject({ isChecked: true, error: null });
    give(withName(long, "Bo"));
    await fail(2, "stopped");
    expect(now()).toMatchObject({ check: null, isChecked: false, error: { message: "stopped" } });
  });
});

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
