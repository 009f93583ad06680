import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRelated } from "./splitRelated.ts";

const TYPE = "multipart/related; boundary=edge";

function related(parts: Buffer[]): Buffer {
  const opened = parts.map((part) =>
    Buffer.concat([Buffer.from("--edge\r\ncontent-type: x/y\r\n\r\n"), part, Buffer.from("\r\n")]),
  );
  return Buffer.concat([...opened, Buffer.from("--edge--")]);
}

test("any bytes come out as they went in", () => {
  const part = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      expect(splitRelated(TYPE, related(parts))).toEqual(parts);
    }),
  );
});

test("line ends and dashes inside a part stay", () => {
  const part = Buffer.from("\r\n\r\n--edg\r\n--other--\r\n");
  expect(splitRelated('multipart/related; type="x"; boundary="edge"', related([part, part]))).toEqual([part, part]);
});

test.each([
  ["another type", "multipart/form-data; boundary=edge", "--edge\r\na: b\r\n\r\nx\r\n--edge--"],
  ["no boundary", "multipart/related", "--edge\r\na: b\r\n\r\nx\r\n--edge--"],
  ["no end", TYPE, "--edge\r\na: b\r\n\r\nx\r\n"],
  ["no content", TYPE, "--edge\r\na: b\r\n--edge--"],
  ["nothing", TYPE, ""],
])("a body with %s is malformed", (_name, type, body) => {
  expect(splitRelated(type, Buffer.from(body))).toBeNull();
});
