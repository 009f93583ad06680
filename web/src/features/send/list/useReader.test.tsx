import { AppError } from "@sendwright/core/contract";
import { act, renderHook } from "@testing-library/react";
import { useReducer } from "react";
import { describe, expect, it, vi } from "vitest";
import { AS_DETECTED, EMPTY_FORM, type SendForm } from "../form/sendForm.ts";
import { sendForm } from "../form/sendFormReducer.ts";
import { ListReader } from "./ListReader.ts";
import { ListWork } from "./listWork.ts";
import { useListReader, useReader } from "./useReader.ts";

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
  const read = (name: string, text: string) => act(() => result.current.reading.read(named(name), file(name, text)));
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
const addressesOf = ({ people }: SendForm) => people.now.list?.rows.map(({ cells }) => cells[0]) ?? null;

describe("reading the chosen file", () => {
  it("puts its list into the form, and knows how it was read", async () => {
    const { form, reading, read, answer } = setUp();
    read("a.csv", "Email;Name\nann@x.org;Ann\n");
    expect(reading()).toMatchObject({ isReading: true, error: null, chosen: { source: { name: "a.csv" } } });
    expect(form()).toBe(EMPTY_FORM);
    await answer(0);
    expect(reading()).toMatchObject({ isReading: false, error: null, chosen: null });
    expect(addressesOf(form())).toEqual(["ann@x.org"]);
    expect(form().people.now.raw).toMatchObject({ label: "Semicolon, UTF-8", delimiter: ";", reading: AS_DETECTED });
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
      ...{ isReading: false, error: "CSV has no data rows.", chosen: { source: { name: "b.csv" } } },
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
      ...{ columns: ["Email;Name"], rows: [{ cells: ["ann@x.org;Ann"], skipped: null }] },
    });
    expect(form().people.now.raw).toMatchObject({ content: raw?.content, reading: { delimiter: ",", encoding: null } });
    expect(form().people.past).toHaveLength(before.past.length + 1);
    change({ type: "undo" });
    // The other list's row had its own id.
    expect(form().people).toEqual({ ...before, now: { ...before.now, list: { ...list, lastId: 2 } } });
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
    act(() => reading().reread(first, { noHeadings: true }));
    await answer(1);
    expect(rawOf().of).not.toBe(first.of);
    act(() => reading().reread(rawOf(), { encoding: "windows-1252" }));
    await answer(2);
    expect(rawOf().reading).toMatchObject({ delimiter: null, encoding: "windows-1252", noHeadings: true });
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
