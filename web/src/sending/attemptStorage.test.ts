import type { Attempt } from "@sendwright/core/attempt/attempt";
import { expect, it } from "vitest";
import { storeAttempt, storedAttempt } from "./attemptStorage.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const NAME = "sendwright:of:uid-ada:attempt:direct";
const asked: Attempt<string> = {
  status: "asked",
  key: "key-0001",
  submitted: "ann@x.org",
  at: NOW - 5_000,
  isRepeat: false,
};

it("keeps the key and the time of a click on Send, and no content", () => {
  storeAttempt("uid-ada", "direct", asked);
  const press = { key: "key-0001", at: NOW - 5_000, cause: "reload" };
  expect(JSON.parse(sessionStorage.getItem(NAME) ?? "")).toEqual(press);
  expect(storedAttempt("uid-ada", "direct", NOW)).toEqual(press);
});

it("keeps that the server has an earlier email under the key", () => {
  storeAttempt("uid-ada", "direct", { ...asked, status: "lost", cause: "conflict", lostAt: NOW });
  expect(storedAttempt("uid-ada", "direct", NOW)?.cause).toBe("conflict");
});

it("reads entries without a cause", () => {
  sessionStorage.setItem(NAME, JSON.stringify({ key: "key-0001", at: NOW }));
  expect(storedAttempt("uid-ada", "direct", NOW)).toEqual({
    key: "key-0001",
    at: NOW,
    cause: "reload",
  });
});

it("keeps it even if the clock was set back since the click", () => {
  storeAttempt("uid-ada", "direct", { ...asked, at: NOW + 3_600_000 });
  expect(storedAttempt("uid-ada", "direct", NOW)?.key).toBe("key-0001");
});

it("returns it to no one else, and to no other send mode", () => {
  storeAttempt("uid-ada", "direct", asked);
  expect(storedAttempt("uid-grace", "direct", NOW)).toBeNull();
  expect(storedAttempt("uid-ada", "bulk", NOW)).toBeNull();
});

it("forgets it once its end is known", () => {
  storeAttempt("uid-ada", "direct", asked);
  storeAttempt("uid-ada", "direct", { ...asked, status: "ended", known: "answered" });
  expect(sessionStorage.length).toBe(0);
});

it.each([
  ["no JSON", "{"],
  ["no object", '"key-0001"'],
  ["nothing", "null"],
  ["an invalid key", JSON.stringify({ key: "../../account", at: NOW })],
  ["an invalid time", JSON.stringify({ key: "key-0001", at: "now" })],
  ["a press of the day before", JSON.stringify({ key: "key-0001", at: NOW - 24 * 3_600_000 })],
])("ignores %s", (_what, value) => {
  sessionStorage.setItem(NAME, value);
  expect(storedAttempt("uid-ada", "direct", NOW)).toBeNull();
});
