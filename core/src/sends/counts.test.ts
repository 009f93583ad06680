import { expect, it } from "vitest";
import type { SendState } from "../contract/sends.ts";
import { countsSentence, isOpen, partDone } from "./counts.ts";

const none = { total: 0, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };

it.each([
  [{ sent: 12 }, 0, 0, "done", "12 sent.", 1],
  [{ sent: 11, skipped: 1 }, 0, 0, "done", "11 sent, 1 skipped.", 1],
  [{ sent: 2 }, 0, 5, "done", "2 sent, 5 skipped.", 1],
  [{ failed: 1, warning: 1 }, 0, 0, "done", "1 failed, 1 unconfirmed.", 1],
  [{ sent: 180, skipped: 820 }, 800, 0, "cancelled", "180 sent, 800 cancelled, 20 skipped.", 180 / 980],
  [{ skipped: 3 }, 2, 0, "cancelled", "2 cancelled, 1 skipped.", 0],
  [{ sent: 1_200, queued: 299, sending: 1 }, 0, 0, "running", "1,200 sent, 300 to go.", 0.8],
  [{ queued: 3, skipped: 1 }, 0, 0, "scheduled", "1 skipped, 3 scheduled.", 0],
  [{}, 0, 0, "done", "Nothing to send.", 1],
] as const)("%#: %j", (parts, cancelled, rows_over_limit, state, sentence, part) => {
  const counts = { ...none, ...parts };
  expect(countsSentence({ counts, cancelled, rows_over_limit, state })).toBe(sentence);
  expect(partDone({ counts, cancelled })).toBe(part);
});

it.each<[SendState, number, boolean]>([
  ["preparing", 0, true],
  ["scheduled", 0, true],
  ["queued", 0, true],
  ["running", 2, true],
  ["paused", 0, true],
  ["cancelled", 2, true],
  ["cancelled", 0, false],
  ["done", 0, false],
])("a send that is %s with %s emails on their way: something may still happen: %s", (state, sending, open) => {
  expect(isOpen({ state, counts: { ...none, sending } })).toBe(open);
});
