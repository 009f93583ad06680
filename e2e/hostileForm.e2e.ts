import { expect, test } from "./story.ts";

/** JSON fields of a bulk send; all four together are 15 MB, and every entry is wrong. */
const FIELDS = ["variables", "date_orders", "rows", "corrects"];
const WRONG = `{${Array.from({ length: 360_000 }, (_, i) => `"${i}":0`).join(",")}}`;

test.use({ signedIn: true });

test("a form that once took all memory of an instance is refused, and the next call is answered", async ({
  sender,
}) => {
  const form = new FormData();
  for (const field of FIELDS) form.append(field, WRONG);
  const refused = await sender.call("POST", "/api/send-bulk", form);
  expect(refused).toMatchObject({ status: 413, body: { reason: "payload_too_large" } });
  expect(await sender.call("GET", "/api/config")).toMatchObject({ status: 200 });
});
