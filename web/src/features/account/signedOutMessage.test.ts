import { expect, it } from "vitest";
import { signedOutMessage } from "./useLeaving.tsx";

const signedOut = "You're signed out here, and everywhere else within a minute.";
const mayArrive = "Emails that were already going out may still arrive.";

it.each([
  [2, 0, `2 sends stopped. ${mayArrive}`],
  [2, 1, `2 sends stopped. 1 couldn't be stopped: pause it in Sends. ${mayArrive}`],
  [1, 2, `1 send stopped. 2 couldn't be stopped: pause them in Sends. ${mayArrive}`],
  [0, 1, "1 send couldn't be stopped: pause it in Sends."],
  [0, null, "Some sends may not be stopped: pause them in Sends."],
  [0, 0, "There were no sends to stop."],
  [undefined, undefined, `Your scheduled sends and sends in progress are canceled. ${mayArrive}`],
])("says how many sends were stopped: %s, and %s not", (stopped, not_stopped, expected) => {
  expect(signedOutMessage(true, { stopped, not_stopped })).toBe(`${signedOut} ${expected}`);
});

it("says that sends continue if they weren't to be stopped", () => {
  const expected = `${signedOut} Scheduled sends and sends in progress will continue.`;
  expect(signedOutMessage(false, {})).toBe(expected);
});
