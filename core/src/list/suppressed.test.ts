import { describe, expect, it } from "vitest";
import { isFaultless, NOT_EMAILED } from "../check/skipReasons.ts";
import { checked, listOfRows, listOfText, verdicts } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import { listOfUpload, uploadOf } from "./upload.ts";

const out = (...keys: string[]) => ({ suppressed: new Set(keys) });
const file = listOfText("Email,Name,Boss\na@x.org,Ann,c@x.org\nB@X.org,Bo,d@x.org\nc@x.org,,\n");
const copied = applyChange(file, { type: "copies", field: "cc", header: "Boss" });

describe("people you don't email", () => {
  it("are skipped by their mailbox, without errors, and counted", () => {
    const result = checked(file, "{{Name}}", out("b@x.org", "c@x.org"));
    expect(verdicts(result)).toEqual(["1: ready", `2: ${NOT_EMAILED}`, `3: ${NOT_EMAILED}`]);
    expect(result.problems).toEqual([]);
    expect(isFaultless(NOT_EMAILED)).toBe(true);
    expect(result.summary).toMatchObject({ ready: 1, skipped: 2, suppressed: 2 });
    expect(result.summary.sentence).toBe(
      "1 ready · 2 skipped (2 on your list of people you don't email)",
    );
  });

  it("skipped by hand or sent to before keep that reason", () => {
    const byHand = applyChange(file, { type: "skip", ids: [1], as: "by_hand" });
    const both = applyChange(byHand, { type: "skip", ids: [2], as: "already_received" });
    const { rows, summary } = checked(both, "", out("a@x.org", "b@x.org"));
    expect(rows.map(({ reason }) => reason)).toEqual([
      "You skipped this row.",
      "Got this mail before: you sent to the others only.",
      "",
    ]);
    expect(summary.suppressed).toBe(0);
  });

  it("get no copy by a column, and a note says so", () => {
    const [first, second] = checked(copied, "", out("c@x.org")).rows;
    expect(first).toMatchObject({
      verdict: "ready",
      notes: ["No copy, because on your list of people you don't email: c@x.org"],
    });
    expect(first?.copies).toBeUndefined();
    expect(second?.copies?.cc.map(({ address }) => address)).toEqual(["d@x.org"]);
    expect(second?.notes).toEqual([]);
  });

  it("get no copy by the addresses for everyone", () => {
    const copies = { cc: "C@x.org, e@x.org", bcc: "c@x.org, f@x.org" };
    const { rows } = checked(file, "", { copies, ...out("c@x.org", "f@x.org") });
    expect(rows[0]).toMatchObject({
      copies: { cc: [{ address: "e@x.org" }], bcc: [] },
      notes: ["No copy, because on your list of people you don't email: C@x.org, f@x.org"],
    });
  });

  it("names three of them, and counts the others", () => {
    const cc = [1, 2, 3, 4, 5].map((n) => `p${n}@x.org`);
    const [row] = checked(file, "", { copies: { cc: cc.join(), bcc: "" }, ...out(...cc) }).rows;
    expect(row?.notes).toEqual([
      "No copy, because on your list of people you don't email: p1@x.org, p2@x.org, p3@x.org and 2 more",
    ]);
  });

  it("don't keep a later row with the same mailbox, or another, back", () => {
    const list = listOfRows(
      ["Email", "Name"],
      [
        ["a@x.org", "Ann"],
        ["A@x.org", "Bo"],
        ["b@x.org", "Cy"],
        ["b@x.org", "Cy"],
      ],
    );
    const result = checked(list, "{{Name}}", out("a@x.org"));
    expect(verdicts(result)).toEqual([
      `1: ${NOT_EMAILED}`,
      `2: ${NOT_EMAILED}`,
      "3: ready",
      "4: Duplicate of row 3",
    ]);
    expect(result.repeats).toBeNull();
  });
});

describe("a row with several addresses and copies to the others", () => {
  const list = applyChange(
    listOfRows(
      ["Email", "Name"],
      [
        ["a@x.org, b@x.org; c@x.org", "Ann"],
        ["b@x.org", "Ann"],
      ],
    ),
    { type: "several", columns: ["Email"], as: "cc" },
  );

  it.each([
    [[], "a@x.org", ["b@x.org", "c@x.org"], "Duplicate of row 1"],
    [["a@x.org"], "b@x.org", ["c@x.org"], "Duplicate of row 1"],
    [["a@x.org", "b@x.org"], "c@x.org", [], NOT_EMAILED],
    [["c@x.org"], "a@x.org", ["b@x.org"], "Duplicate of row 1"],
  ])("without %j goes to %s, with copies to %j", (keys, to, cc, second) => {
    const page = checked(list, "{{Name}}", out(...keys));
    const upload = uploadOf(list, page, {
      variables: [{ name: "Name", type: "text" }] as never,
      values: new Map(),
      limit: 10,
    });
    const { csv, ...call } = upload;
    const content = new TextEncoder().encode(csv);
    const server = checked(listOfUpload({ ...call, content }), "{{Name}}", out(...keys));
    for (const { rows } of [page, server]) {
      expect(rows[0]).toMatchObject({ verdict: "ready", address: to });
      expect((rows[0]?.copies?.cc ?? []).map(({ address }) => address)).toEqual(cc);
      expect(rows[0]?.notes).toEqual(
        keys.length === 0
          ? []
          : [`No copy, because on your list of people you don't email: ${keys.join(", ")}`],
      );
    }
    expect(page.rows[1]?.reason).toBe(second);
  });

  it("is skipped only if all are on the list", () => {
    const { rows } = checked(list, "{{Name}}", out("a@x.org", "b@x.org", "c@x.org"));
    expect(rows.map(({ reason }) => reason)).toEqual([NOT_EMAILED, NOT_EMAILED]);
  });
});
