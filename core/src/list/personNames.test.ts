import { expect, it, vi } from "vitest";
import { parseRecipient } from "../recipients/recipients.ts";
import { changed } from "./change.ts";
import type { List } from "./list.ts";
import { namesFor } from "./personNames.ts";
import { emptyList } from "./read.ts";

vi.mock("../recipients/recipients.ts", async (original) => {
  const module = await original<typeof import("../recipients/recipients.ts")>();
  return { ...module, parseRecipient: vi.fn(module.parseRecipient) };
});

const write = (list: List, id: number, cell: string, add = 0) =>
  changed(list, { type: "cells", cells: [{ id, header: "Email", cell }], add });

it("reads the names in addresses again only where an address changed", () => {
  const addresses = ["Ann Good <ann@example.org>", "bo@example.org", "Cy Best <cy@example.org> "];
  const list = addresses.reduce((before, cell, index) => write(before, index + 1, cell, 1), emptyList());
  vi.mocked(parseRecipient).mockClear();
  expect([...namesFor(list, "First Name")]).toEqual([
    [1, "Ann"],
    [3, "Cy"],
  ]);
  expect(parseRecipient).toHaveBeenCalledTimes(2);
  const next = write(list, 2, "Bo Li <bo@example.org>");
  vi.mocked(parseRecipient).mockClear();
  expect([...namesFor(next, "First Name").values()]).toEqual(["Ann", "Bo", "Cy"]);
  expect(parseRecipient).toHaveBeenCalledTimes(1);
  expect([...namesFor(next, "Last Name").values()]).toEqual(["Good", "Li", "Best"]);
  expect(namesFor(next, "City").size).toBe(0);
});
