import { copiesOf, readAddresses } from "@sendwright/core/recipients/copies";
import { expect, it } from "vitest";
import { copiesOfRow, copyMessages } from "./copies.ts";

const emailTo = (recipient: string, cc: string) =>
  copiesOf(recipient, { cc: readAddresses(cc, "").people, bcc: [] });

it.each([
  ["one person on all", ["boss@x.org", "boss@x.org"], "Cc to boss@x.org on 2 emails"],
  ["the same people on all", ["a@x.org, b@x.org"], "Cc to a@x.org, b@x.org on 1 email"],
  [
    "another person on each",
    ["a@x.org", "b@x.org"],
    "Cc to different people on 2 emails: a@x.org, b@x.org",
  ],
  [
    "one person on all, and others",
    ["boss@x.org, a@x.org", "boss@x.org", "boss@x.org, b@x.org"],
    "Cc to different people on 3 emails: boss@x.org, a@x.org, b@x.org",
  ],
])("says who gets copies: %s", (_, copies, sentence) => {
  expect(copyMessages(copies.map((cc, i) => emailTo(`p${i}@x.org`, cc)))).toEqual([sentence]);
});

it.each([
  ["made", { cc: "b@x.org, Cy <c@x.org>" }, { cc: "b@x.org, Cy <c@x.org>" }],
  ["to the recipient", { cc: "A@x.org, b@x.org", bcc: "a@x.org" }, { cc: "b@x.org" }],
  [
    "to people you don't email",
    {
      cc: "b@x.org, c@x.org",
      reason: "No copy, because on your list of people you don't email: c@x.org.",
    },
    { cc: "b@x.org" },
  ],
  [
    "to someone whose address is the end of another",
    {
      cc: "anne@x.org, joanne@x.org",
      reason: "No copy, because on your list of people you don't email: joanne@x.org and 2 more",
    },
    { cc: "anne@x.org" },
  ],
  ["of an email that was never made", { cc: "b@x.org", status: "skipped" }, {}],
  ["of a canceled email", { cc: "b@x.org", status: "skipped", cancelled: true }, { cc: "b@x.org" }],
] as const)("names the copies of a row: %s", (_, parts, copies) => {
  const row = { row: 1, line: 2, recipient: "a@x.org", status: "sent", reason: "" } as const;
  expect(copiesOfRow({ ...row, ...parts })).toEqual(copies);
});
