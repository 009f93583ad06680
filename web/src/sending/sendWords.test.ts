import { expect, it } from "vitest";
import { aSend } from "../testing/sendFactories.ts";
import { SEND_WORDS } from "./sendWords.ts";

it.each([
  [{ sent: 2 }, "2 emails sent.", "success"],
  [{ sent: 1, skipped: 1 }, "1 sent, 1 skipped.", "warning"],
  [{ sent: 1, failed: 1 }, "Send Error: 1 sent, 1 failed.", "danger"],
])("calls only a failure an error: %j", (counts, message, variant) => {
  const none = { queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
  expect(SEND_WORDS.direct.ended(aSend({ counts: { ...none, ...counts, total: 2 } }))).toEqual({
    message,
    variant,
  });
});
