import { copiesOf, readAddresses } from "@sendwright/core/recipients/copies";
import { expect, it } from "vitest";
import { copyMessages } from "./copies.ts";

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
