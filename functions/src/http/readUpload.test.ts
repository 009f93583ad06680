import domain from "node:domain";
import { sendBulk } from "@sendwright/core/contract/sendCalls";
import { expect, test } from "vitest";
import { multipart, part } from "../../test/echo.ts";
import { readUpload } from "./readInput.ts";

const read = (body: string) => readUpload(Buffer.from(body), multipart["content-type"], sendBulk);

/** The domains that Node believes to be inside of: objects left there are never freed. */
const inside: unknown = Reflect.get(domain, "_stack");

test.each([
  ["too much text", part('name="variables"', "x".repeat(3_000_000))],
  ["a removed field", part('name="column_map"', "x")],
  ["too many parts", part('name="subject"', "x").repeat(300)],
  ["a removed file", part('name="row_edits"; filename="a.csv"', "x".repeat(300_000))],
  ["a form that breaks off", part('name="subject"', "x").slice(0, -8)],
])("%s, refused in the runtime's domain, leaves nothing in memory", async (_, body) => {
  // As in the runtime: the body arrives later than the domain was entered.
  const later = domain.create().bind(() => read(body));
  const refused = new Promise((resolve, reject) =>
    setImmediate(() => later().then(resolve, reject)),
  );
  await expect(refused).rejects.toThrow();
  expect(inside).toEqual([]);
});
