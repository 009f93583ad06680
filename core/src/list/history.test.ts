import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { splitRecipients } from "../recipients/list.ts";
import { addressKey, parseRecipient } from "../recipients/recipients.ts";
import { addresses, listOfRows } from "../testing/csvCheck.ts";
import { applyChange, type ListChange } from "./change.ts";
import * as history from "./history.ts";
import { cellText, type List, type Row } from "./list.ts";
import { emptyList, listOfAddresses, listOfPeople } from "./read.ts";

/** A history of lists alone. */
interface History {
  list: List;
  past: readonly List[];
}
type States = history.History<{ list: List }>;
const states = ({ list, past }: History): States => ({
  now: { list },
  past: past.map((one) => ({ list: one })),
});
const lists = ({ now, past }: States): History => ({
  list: now.list,
  past: past.map((one) => one.list),
});
const historyOf = (list: List): History => lists(history.historyOf({ list }));
const withList = (before: History, list: List): History =>
  list === before.list ? before : lists(history.addStep(states(before), { list }));
const stepped = (before: History, change: ListChange) =>
  withList(before, applyChange(before.list, change));
const replaced = (before: History, next: List) =>
  withList(before, history.withOwnIds(states(before), next));
const undone = (before: History): History =>
  before.past.length === 0 ? before : lists(history.undoStep(states(before)));

const people = listOfRows(
  ["Email", "Name"],
  [
    ["a@b.co", "Ann"],
    ["b@b.co", "Bo"],
  ],
);
const deleteOne: ListChange = { type: "delete", ids: [1] };

describe("the history of a list", () => {
  it("undoes one step after another, and then nothing", () => {
    const first = stepped(historyOf(people), deleteOne);
    const second = stepped(first, { type: "repeats", repeats: "each" });
    expect(undone(second)).toEqual(first);
    expect(undone(undone(second))).toEqual(historyOf(people));
    const start = historyOf(people);
    expect(undone(start)).toBe(start);
  });

  it("has no step where nothing changed", () => {
    expect(stepped(historyOf(people), { type: "restore", ids: [1] }).past).toEqual([]);
    expect(withList(historyOf(people), people).past).toEqual([]);
  });

  it("has 100 steps, and forgets the first of more", () => {
    let many = historyOf(emptyList());
    for (let step = 0; step < 100; step += 1) many = stepped(many, { type: "add", count: 1 });
    expect(many.past).toHaveLength(100);
    for (let step = 0; step < 5; step += 1) many = stepped(many, { type: "add", count: 1 });
    expect(many.past).toHaveLength(100);
    for (let step = 0; step < 105; step += 1) many = undone(many);
    expect(many.list.rows).toHaveLength(5);
  });

  it("never reuses the id of an undone row", () => {
    const added = stepped(historyOf(people), { type: "add", count: 1 });
    const again = stepped(undone(added), { type: "add", count: 1 });
    expect(again.list.rows.map(({ id }) => id)).toEqual([1, 2, 4]);
  });

  it("gives the rows of another reading ids of their own, also after that is undone", () => {
    const other = listOfRows(["Email"], [["x@b.co"]]);
    const read = replaced(historyOf(people), other);
    expect(read.list.rows).toEqual([{ ...other.rows[0], id: 3 }]);
    expect(undone(read).list).toEqual({ ...people, lastId: 3 });
    expect(stepped(undone(read), { type: "add", count: 1 }).list.rows.at(-1)?.id).toBe(4);
  });

  it("keeps ids apart even if a list begins to count again", () => {
    const back = undone(withList(historyOf(people), addresses("x@b.co")));
    expect(stepped(back, { type: "add", count: 1 }).list.rows.map(({ id }) => id)).toEqual([
      1, 2, 3,
    ]);
  });
});

/** A step of a person's work, with rows named by their places. */
type Step =
  | { type: "cells"; at: number[]; column: number; text: string; iso: boolean }
  | { type: "paste"; at: number; column: number; block: string[][]; limit: number }
  | { type: "rows"; change: "delete" | "skip" | "restore"; at: number[] }
  | { type: "repeat"; at: number; isKept: boolean }
  | { type: "whole"; change: ListChange }
  | { type: "addresses"; text: string }
  | { type: "read"; list: List }
  | { type: "undo" };

const text = fc.constantFrom(
  "a@b.co",
  "A@B.co",
  "b@b.co",
  "Ann <c@b.co>",
  "d@b.co",
  "x",
  "",
  " ",
  "Email",
  "Name",
  "A\r\0",
);
const places = fc.array(fc.nat(12), { maxLength: 4 });
const place = fc.nat(12);
const whole = fc.oneof(
  fc.record({ type: fc.constant("add" as const), count: fc.integer({ min: -1, max: 3 }) }),
  fc.record({
    type: fc.constant("repeats" as const),
    repeats: fc.constantFrom("ask" as const, "first", "each", "all"),
  }),
  fc.record({ type: fc.constant("address" as const), header: fc.constantFrom("Email", "Name") }),
  fc.record({
    type: fc.constant("dates" as const),
    header: fc.constantFrom("Name", "A"),
    order: fc.constantFrom("dmy" as const, "mdy"),
  }),
  fc.record({
    type: fc.constant("numbers" as const),
    header: fc.constantFrom("Name", "A"),
    form: fc.constantFrom("point" as const, "comma"),
  }),
  fc
    .array(
      fc.tuple(
        fc.constantFrom("A", "Name", "__proto__"),
        fc.constantFrom(null, "same" as const, { column: "Name" }),
      ),
    )
    .map((feeds) => ({ type: "feed" as const, feeds: new Map(feeds) })),
  fc
    .array(fc.tuple(fc.constantFrom("A", "Name", "Email", "__proto__"), text))
    .map((values) => ({ type: "columns" as const, values: new Map(values) })),
  fc.record({ type: fc.constant("asTyped" as const), texts: fc.tuple(text) }),
);
const corrected = listOfPeople({
  send: "S1",
  name: "People of “Offer”",
  isCorrection: true,
  rows: [2, 5].map((row) => ({
    row,
    recipient: `p${row}@b.co`,
    values: new Map([["Name", `P${row}`]]),
  })),
  variables: ["Name"],
  dates: new Map(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant("cells" as const),
    at: places,
    column: fc.nat(3),
    text,
    iso: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("paste" as const),
    at: place,
    column: fc.nat(3),
    limit: fc.nat(15),
    block: fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant("rows" as const),
    change: fc.constantFrom("delete" as const, "skip", "restore"),
    at: places,
  }),
  fc.record({ type: fc.constant("repeat" as const), at: place, isKept: fc.boolean() }),
  whole.map((change) => ({ type: "whole" as const, change })),
  fc
    .array(text, { maxLength: 6 })
    .map((lines) => ({ type: "addresses" as const, text: lines.join("\n") })),
  fc.constantFrom(people, corrected).map((list) => ({ type: "read" as const, list })),
  { weight: 2, arbitrary: fc.constant({ type: "undo" as const }) },
);

function after(history: History, given: Step): History {
  const { list } = history;
  const idOf = (index: number) => list.rows[index]?.id ?? list.lastId + 1;
  const headerOf = (index: number) => list.columns[index] ?? "Nick";
  switch (given.type) {
    case "cells": {
      const cell = given.iso ? { text: given.text, iso: "2026-02-01" } : given.text;
      const cells = given.at.map((index) => ({
        id: idOf(index),
        header: headerOf(given.column),
        cell,
      }));
      return stepped(history, { type: "cells", cells });
    }
    case "paste":
      return stepped(history, { ...given, id: idOf(given.at), header: headerOf(given.column) });
    case "rows": {
      const ids = given.at.map(idOf);
      return stepped(
        history,
        given.change === "skip"
          ? { type: "skip", ids, as: "by_hand" }
          : { type: given.change, ids },
      );
    }
    case "repeat":
      return stepped(history, { ...given, id: idOf(given.at) });
    case "whole":
      return stepped(history, given.change);
    case "addresses":
      return withList(history, listOfAddresses(splitRecipients(given.text), list));
    case "read":
      return replaced(history, given.list);
    case "undo":
      return undone(history);
  }
}

const steps = fc.array(step, { maxLength: 25 });
const withoutLastId = ({ lastId: _, ...rest }: List) => rest;

test("undo restores the list exactly, after any sequence of changes", () => {
  fc.assert(
    fc.property(steps, (all) => {
      let history = historyOf(people);
      // Copies: a change that wrote into a shared row would be seen.
      const states = [structuredClone(people)];
      for (const given of all) {
        history = after(history, given);
        if (history.past.length < states.length - 1) states.pop();
        else if (history.past.length === states.length) states.push(structuredClone(history.list));
        expect(withoutLastId(history.list)).toEqual(withoutLastId(states.at(-1) ?? people));
      }
      while (history.past.length > 0) {
        states.pop();
        history = undone(history);
        expect(withoutLastId(history.list)).toEqual(withoutLastId(states.at(-1) ?? people));
      }
      expect(withoutLastId(history.list)).toEqual(withoutLastId(people));
    }),
  );
});

test("a row's id never refers to another person after pasting, deleting, undoing, rereading or correcting", () => {
  const mailboxOf = ({ cells: [cell] }: Row) => {
    const written = cellText(cell);
    return addressKey(parseRecipient(written)?.address ?? written);
  };
  fc.assert(
    fc.property(steps, (all) => {
      let history = historyOf(people);
      /** The line that a row was read from stays. */
      const lines = new Map(people.rows.map(({ id, line }) => [id, line]));
      for (const given of all) {
        const before = new Map(history.list.rows.map((row) => [row.id, row]));
        history = after(history, given);
        const { rows, lastId } = history.list;
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        const corrected = rows.flatMap(({ corrects }) => corrects ?? []);
        expect(new Set(corrected).size).toBe(corrected.length);
        for (const row of rows) {
          const { id, line } = row;
          expect(id).toBeLessThanOrEqual(lastId);
          if (!before.has(id) && given.type !== "undo") expect(lines.has(id)).toBe(false);
          expect(line).toEqual(lines.has(id) ? lines.get(id) : line);
          lines.set(id, line);
          const was = before.get(id);
          if (was && given.type === "addresses") expect(mailboxOf(row)).toBe(mailboxOf(was));
        }
      }
    }),
  );
});

test("no change writes into the list that it is given", () => {
  const before = structuredClone(people);
  fc.assert(
    fc.property(step, (given) => {
      after(historyOf(people), given);
      expect(people).toEqual(before);
    }),
  );
});
