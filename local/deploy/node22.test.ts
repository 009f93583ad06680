import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { findNode22, refuseOtherBytes } from "./node22.ts";

const running = { version: "20.20.2", path: "/usr/bin/node" };

it("is the running Node where that is 22, else the one that was fetched", () => {
  expect(findNode22({ ...running, version: "22.11.0" }, "/nowhere")).toBe("/usr/bin/node");
  expect(findNode22(running, "/nowhere")).toBeNull();
  expect(findNode22(running, import.meta.filename)).toBe(import.meta.filename);
});

it("is refused when its bytes are others", () => {
  const bytes = Buffer.from("node");
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  expect(() => refuseOtherBytes(bytes, integrity)).not.toThrow();
  expect(() => refuseOtherBytes(Buffer.from("other"), integrity)).toThrow("not the one");
});
