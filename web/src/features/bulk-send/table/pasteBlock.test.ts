import { describe, expect, it } from "vitest";
import { type TableRow, withEmptyRows } from "../../../sending/tableRows.ts";
import { pasteBlock } from "./pasteBlock.ts";

const headers = ["Email", "Name", "Due"];
const empty = withEmptyRows([], 2);
const cellsOf = (rows: readonly TableRow[]) =>
  rows.map(({ cells }) => headers.map((header) => cells.get(header) ?? ""));
const paste = (block: string[][], parts: Partial<Parameters<typeof pasteBlock>[0]> = {}) =>
  pasteBlock({ rows: empty, headers, at: { row: 0, header: "Email" }, block, maxRows: 5, ...parts });

describe("a block that is pasted into the table", () => {
  it("fills the cells to the right and below, and brings the rows that it needs", () => {
    const { rows } = paste([["Ann"], ["Bo", "2026-01-02"], ["Cy"]], { at: { row: 1, header: "Name" } });
    expect(cellsOf(rows)).toEqual([
      ["", "", ""],
      ["", "Ann", ""],
      ["", "Bo", "2026-01-02"],
      ["", "Cy", ""],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
  });

  it("goes by its own headers where they are the table's, in any order, case and spacing", () => {
    const { rows } = paste([
      ["name", "E mail"],
      ["Ann", "ann@x.org"],
    ]);
    expect(cellsOf(rows)[0]).toEqual(["ann@x.org", "Ann", ""]);
    expect(rows).toHaveLength(2);
  });

  it("takes a first row for values unless all of it names columns", () => {
    expect(cellsOf(paste([["Name", "x"], ["Ann"]]).rows)[0]).toEqual(["Name", "x", ""]);
    expect(cellsOf(paste([["Name"]], { at: { row: 0, header: "Name" } }).rows)[0]).toEqual(["", "Name", ""]);
  });

  it("counts what does not fit, and leaves none of it out silently", () => {
    const block = [...Array.from({ length: 7 }, (_, i) => [`p${i}@x.org`, "P", "d", "more"]), [""]];
    const { rows, rowsLeftOut, columnsLeftOut } = paste(block);
    expect(rows).toHaveLength(5);
    expect({ rowsLeftOut, columnsLeftOut }).toEqual({ rowsLeftOut: 2, columnsLeftOut: 1 });
  });

  it("keeps the cells beside it, and the rows as they were when nothing changes", () => {
    const first = paste([["a@x.org", "Ann"]]).rows;
    const { rows } = paste([["Anna"]], { rows: first, at: { row: 0, header: "Name" } });
    expect(cellsOf(rows)[0]).toEqual(["a@x.org", "Anna", ""]);
    expect(rows[1]).toBe(first[1]);
  });
});
