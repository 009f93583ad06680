import type { CheckResult } from "@sendwright/core/check/types";
import { applyChange } from "@sendwright/core/list/change";
import type { List } from "@sendwright/core/list/list";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { type EarlierRow, whoReceived } from "@sendwright/core/sends/received";
import fc from "fast-check";
import { expect, it } from "vitest";
import "../../../../../test/seed.ts";
import { askedAddresses } from "../../../sending/repeat/askedAddresses.ts";
import { repeatOf } from "../../../sending/repeat/repeat.ts";
import { aCheck, aList } from "../factories.ts";
import { rowsToSkip } from "./sendQuestion.ts";

/** Families whose rows have several addresses, some of which have the email from an earlier send. */
const MAILBOXES = ["a@x.org", "b@x.org", "c@x.org", "d@x.org", "e@x.org", "f@x.org"];
const cell = fc.constantFrom("", ...MAILBOXES, ...MAILBOXES);
const families = fc.array(fc.tuple(fc.constantFrom("Mia", "Ben", "Zoe"), cell, cell, cell), {
  minLength: 1,
  maxLength: 5,
});
const HEADERS = ["Name", "Email", "Second", "Third"];
const worlds = fc.record({
  before: families,
  columnsBefore: fc.integer({ min: 1, max: 3 }),
  asBefore: fc.constantFrom("each" as const, "cc" as const),
  now: families,
  again: fc.boolean(),
  as: fc.constantFrom("each" as const, "cc" as const),
  isAlso: fc.boolean(),
});

function listFor(
  rows: readonly (readonly string[])[],
  as: "each" | "cc",
  columns = HEADERS.length - 1,
): List {
  const text = [HEADERS, ...rows].map((cells) => cells.join(",")).join("\n");
  const list = applyChange(aList(`${text}\n`), { type: "address", header: "Email" });
  const several = { type: "several", columns: HEADERS.slice(1, 1 + columns), as } as const;
  return applyChange(applyChange(list, several), { type: "repeats", repeats: "each" });
}

/** The emails that a checked list sends: whose values, and to whom, To first. */
function emailsOf({ rows }: CheckResult) {
  return rows.flatMap(({ n, verdict, address, values, copies }) =>
    verdict === "ready" && address !== null
      ? [
          {
            n,
            name: values[0] ?? "",
            people: [address, ...(copies?.cc ?? []).map((one) => one.address)].map(addressKey),
          },
        ]
      : [],
  );
}

it("misses no one who doesn't have the email, and writes to no one who has it, unless you say so", () => {
  let partly = 0;
  fc.assert(
    fc.property(worlds, ({ before, columnsBefore, asBefore, now, again, as, isAlso }) => {
      const sent = emailsOf(aCheck(listFor(before, asBefore, columnsBefore)));
      const earlier = sent.map(({ n, people: [to = "", ...copied] }): EarlierRow => {
        return {
          send: "s",
          n,
          mailbox: to,
          copied,
          from: null,
          content: null,
          status: "sent",
          at: "2026-11-20",
        };
      });
      const families = again ? before : now;
      const list = listFor(families, as);
      const check = aCheck(list);
      const asked = askedAddresses(check.rows, list);
      const received = whoReceived(
        asked.map(({ askedAs, address, group }) => ({
          row: askedAs,
          mailbox: addressKey(address),
          self: null,
          from: null,
          content: null,
          group,
        })),
        earlier,
      );
      const repeat = repeatOf(received, asked);
      const also = new Set(isAlso ? repeat?.rows.keys() : []);
      const got = repeat && rowsToSkip(check, repeat, { decision: "skip", also });
      const others =
        got === null
          ? list
          : applyChange(list, {
              type: "skip",
              as: "already_received",
              ...got,
            });
      partly += got?.inPart.size ?? 0;
      const emails = emailsOf(aCheck(others));
      const have = new Set(sent.flatMap(({ people }) => people));
      for (const [name, ...cells] of families) {
        for (const mailbox of cells.filter((text) => text !== "")) {
          const gets = emails.some((one) => one.name === name && one.people.includes(mailbox));
          // Without an answer where it's unclear, someone who shares a mailbox may get none.
          if (isAlso) expect([mailbox, have.has(mailbox) || gets]).toEqual([mailbox, true]);
        }
      }
      if (isAlso) return;
      const written = new Set(emails.flatMap(({ people }) => people));
      for (const { people } of sent) expect(written).not.toContain(people[0]);
    }),
    { numRuns: 1_000 },
  );
  expect(partly).toBeGreaterThan(100);
});
