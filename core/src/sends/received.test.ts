import { describe, expect, it, test } from "vitest";
import type { RowStatus } from "../contract/sends.ts";
import { type Aimed, type EarlierRow, whoReceived } from "./received.ts";

const AT = "2026-11-20T10:00:00.000Z";

/** Row `n` of a send, to a mailbox; `from` is the row it came from. */
function earlier(send: string, n: number, mailbox: string | null, more: Partial<EarlierRow> = {}): EarlierRow {
  return { send, n, mailbox, from: null, status: "sent", at: AT, ...more };
}
/** Failed row `n` of the send "first", which is to be sent again. */
const again = (n: number, mailbox: string): Aimed => ({ row: n, mailbox, self: { send: "first", n }, from: null });
const failed = (n: number, mailbox: string) => earlier("first", n, mailbox, { status: "failed" });
/** Row `row` of a new list. */
const listed = (row: number, mailbox: string | null): Aimed => ({ row, mailbox, self: null, from: null });
const first = (n: number) => ({ from: { send: "first", n } });

describe("a new list", () => {
  test.each<[RowStatus, boolean]>([
    ["sent", true],
    ["warning", true],
    ["queued", true],
    ["sending", true],
    ["failed", false],
    ["skipped", false],
  ])("someone whose row of another send is %s: received %s", (status, has) => {
    const found = whoReceived([listed(1, "ann"), listed(2, "bo")], [earlier("first", 7, "ann", { status })]);
    expect(found).toEqual(has ? [{ row: 1, by: "mailbox", at: AT }] : []);
  });

  it("names the latest of several sends", () => {
    const sends = [earlier("b", 1, "ann", { at: "2026-11-21T10:00:00.000Z" }), earlier("a", 1, "ann")];
    expect(whoReceived([listed(1, "ann")], sends)).toEqual([{ row: 1, by: "mailbox", at: "2026-11-21T10:00:00.000Z" }]);
  });

  it("can't tell people of one mailbox apart, whichever side has several", () => {
    const twice = [earlier("first", 1, "family"), earlier("first", 2, "family")];
    expect(whoReceived([listed(1, "family")], twice)).toMatchObject([{ row: 1, by: "unclear" }]);
    const both = [listed(1, "family"), listed(2, "family")];
    expect(whoReceived(both, twice.slice(0, 1))).toMatchObject([{ by: "unclear" }, { by: "unclear" }]);
    const half = [earlier("first", 1, "family"), failed(2, "family")];
    expect(whoReceived([listed(1, "family")], half)).toMatchObject([{ by: "unclear" }]);
  });

  it("finds a mailbox that a correction reached", () => {
    expect(whoReceived([listed(1, "ann")], [earlier("later", 1, "ann", first(1))])).toMatchObject([{ by: "mailbox" }]);
  });

  it("never matches rows without an address", () => {
    expect(whoReceived([listed(1, null)], [earlier("first", 1, null)])).toEqual([]);
  });
});

describe("a row of an earlier send", () => {
  it("doesn't count itself", () => {
    expect(whoReceived([again(1, "ann")], [earlier("first", 1, "ann", { status: "warning" })])).toEqual([]);
  });

  it("is received through its person's other row, under any address", () => {
    const corrected = earlier("later", 5, "ann-corrected", first(1));
    expect(whoReceived([again(1, "ann"), again(2, "bo")], [failed(1, "ann"), failed(2, "bo"), corrected])).toEqual([
      { row: 1, by: "person", at: AT },
    ]);
  });

  it("isn't received through a correction that reached no one", () => {
    for (const status of ["failed", "skipped"] as const) {
      const corrected = earlier("later", 5, "ann", { ...first(1), status });
      expect(whoReceived([again(1, "ann")], [failed(1, "ann"), corrected])).toEqual([]);
    }
  });

  it("is a different person from another row of the same send, whatever their addresses", () => {
    // B was corrected, to an address that A has too.
    const rows = [failed(1, "info@a"), failed(2, "info@b"), earlier("later", 1, "info@a", first(2))];
    expect(whoReceived([again(1, "info@a"), again(2, "info@b")], rows)).toEqual([{ row: 2, by: "person", at: AT }]);
    expect(whoReceived([again(1, "x")], [failed(1, "x"), earlier("first", 2, "x")])).toEqual([]);
  });

  it("is received through another send's row for its mailbox, if each has one", () => {
    const direct = earlier("direct", 1, "ann");
    expect(whoReceived([again(1, "ann")], [failed(1, "ann"), direct])).toMatchObject([{ by: "mailbox" }]);
    expect(whoReceived([again(1, "ann")], [failed(1, "ann"), failed(2, "ann"), direct])).toMatchObject([
      { by: "unclear" },
    ]);
  });

  it("of a correction is received through its original row, and through other corrections of it", () => {
    const self: Aimed = { row: 1, mailbox: "ann2", self: { send: "later", n: 1 }, from: { send: "first", n: 1 } };
    const own = earlier("later", 1, "ann2", { ...first(1), status: "failed" });
    expect(whoReceived([self], [own, failed(1, "ann")])).toEqual([]);
    expect(whoReceived([self], [own, earlier("first", 1, "ann")])).toMatchObject([{ by: "person" }]);
    expect(whoReceived([self], [own, earlier("latest", 9, "ann3", first(1))])).toMatchObject([{ by: "person" }]);
  });
});
