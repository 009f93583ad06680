import { expect, onTestFinished, test, vi } from "vitest";
import { RecentAnswers } from "./recentAnswers.ts";

const START = 1_800_000_000_000;

/** The sessions of an instance, and how often it has asked about them. */
function instance() {
  const sessions = new RecentAnswers<string>(3);
  let asked = 0;
  const answerTo = (
    session: string,
    ms: number,
    answer: () => Promise<string> = async () => "good",
  ) =>
    sessions.answerTo(session, START + ms, () => {
      asked += 1;
      return answer();
    });
  return { answerTo, asked: () => asked };
}

test("an answer is believed for a minute, about that session only", async () => {
  const { answerTo, asked } = instance();
  for (const ms of [0, 0, 59_999]) expect(await answerTo("ada", ms)).toBe("good");
  expect(asked()).toBe(1);
  await answerTo("grace", 0);
  expect(asked()).toBe(2);
  expect(await answerTo("ada", 60_000, async () => "revoked")).toBe("revoked");
  expect(await answerTo("ada", 119_999)).toBe("revoked");
  expect(asked()).toBe(3);
  await answerTo("ada", -1);
  expect(asked()).toBe(4);
});

test("a hundred calls at once ask once", async () => {
  const { answerTo, asked } = instance();
  const answers = await Promise.all(Array.from({ length: 100 }, () => answerTo("ada", 0)));
  expect(new Set(answers)).toEqual(new Set(["good"]));
  expect(asked()).toBe(1);
});

test("a question without an answer is asked again", async () => {
  const { answerTo, asked } = instance();
  await expect(answerTo("ada", 0, () => Promise.reject(new Error("No answer.")))).rejects.toThrow(
    "No answer.",
  );
  expect(await answerTo("ada", 1)).toBe("good");
  expect(asked()).toBe(2);
});

test("only the latest are kept", async () => {
  const { answerTo, asked } = instance();
  for (let i = 0; i <= 3; i++) await answerTo(`s${i}`, 0);
  await answerTo("s1", 0);
  expect(asked()).toBe(4);
  await answerTo("s0", 0);
  expect(asked()).toBe(5);
});

test("an answer leaves the memory after a minute, even if the question is never asked again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { answerTo, asked } = instance();
  await answerTo("ada", 0);
  vi.advanceTimersByTime(59_999);
  await answerTo("ada", 0);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1);
  await answerTo("ada", 0);
  expect(asked()).toBe(2);
});
