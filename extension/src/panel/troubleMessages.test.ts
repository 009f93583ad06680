import { beforeEach, expect, it } from "vitest";
import { aBrowser, aWorker, browser, frozen, KEY } from "../testing/sendingWorker.ts";
import { nextStep } from "./troubleMessages.ts";

beforeEach(aBrowser);

it("says once that the session has expired, and what to do", async () => {
  delete browser.session.session;
  const refusal = await (await aWorker()).press(KEY, frozen).catch((error: unknown) => error);
  const { message, reason, status } = refusal as Parameters<typeof nextStep>[0];
  expect(`${message} ${nextStep({ reason, status } as never)}`).toBe(
    "Your session has expired. Open Sendwright and sign in again; what you wrote stays here.",
  );
});
