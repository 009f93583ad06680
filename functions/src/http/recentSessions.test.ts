import { expect, test } from "vitest";
import { RecentSessions } from "./recentSessions.ts";

const START = 1_800_000_000_000;

test("a confirmed session is believed for a minute, and no other", () => {
  const sessions = new RecentSessions();
  expect(sessions.has("ada", START)).toBe(false);
  sessions.add("ada", START);
  expect([0, 59_999, 60_000, -1].map((ms) => sessions.has("ada", START + ms))).toEqual([true, true, false, false]);
  expect(sessions.has("grace", START)).toBe(false);
});

test("only the last ten thousand are kept in mind", () => {
  const sessions = new RecentSessions();
  for (let i = 0; i <= 10_000; i++) sessions.add(`s${i}`, START);
  expect(sessions.has("s0", START)).toBe(false);
  expect(sessions.has("s1", START)).toBe(true);
});
