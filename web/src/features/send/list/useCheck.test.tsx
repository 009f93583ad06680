import type { CheckResult } from "@sendwright/core/check/types";
import { applyChange } from "@sendwright/core/list/change";
import { type CheckSettings, checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aList } from "../factories.ts";
import { useCheck } from "./useCheck.ts";

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
  applyChange(list, { type: "cells", cells: [{ id: 1, header: "Name", cell: name }] });
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
