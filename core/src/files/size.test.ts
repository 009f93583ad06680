import { expect, test } from "vitest";
import { formatBytes } from "./size.ts";

test.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [5 * 1024 ** 2, "5.00 MB"],
  [1024 ** 2 - 1, "1.00 MB"],
  [1024 ** 2 - 10, "1023.99 KB"],
  [1024 ** 3 * 2.345, "2.35 GB"],
  [1024 ** 4, "1.00 TB"],
  [1024 ** 5, "1024.00 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
