import { expect, it } from "vitest";
import { openCentury } from "./century.ts";
import { readDate } from "./dates.ts";

it.each([
  ["12.05.45", "12.05.1945", "12.05.2045"],
  [" 5/12/45 ", "5/12/1945", "5/12/2045"],
  ["1-2-03 14:30", "1-2-1903 14:30", "1-2-2003 14:30"],
  ["15-Apr-45", "15-Apr-1945", "15-Apr-2045"],
  ["3. Mai 45", "3. Mai 1945", "3. Mai 2045"],
])("%j has the same day in two centuries", (value, before, after) => {
  const date = readDate(value);
  if (!date) throw new Error("It is a date.");
  const open = openCentury(value, date.dmy);
  expect(open?.texts).toEqual({ "1900s": before, "2000s": after });
  expect(new Date(open?.at ?? 0).getUTCFullYear()).toBe(date.dmy.year);
  expect(readDate(after)?.dmy).toEqual(date.dmy);
  expect(readDate(before)?.dmy).toEqual({ ...date.dmy, year: date.dmy.year - 100 });
});

it.each(["12.05.1945", "2045-05-12", "12.05.69", "15 Apr 99"])("%j has one", (value) => {
  const date = readDate(value);
  expect(date && openCentury(value, date.dmy)).toBeNull();
});
