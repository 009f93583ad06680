import { AppError } from "@sendwright/core/contract";
import { beforeEach, expect, it } from "vitest";
import { aBrowser, aWorker, browser, KEY, submitted } from "../testing/sendingWorker.ts";
import { nextStep } from "./troubleMessages.ts";

beforeEach(aBrowser);

it("says once that the session has expired, and what to do", async () => {
  delete browser.session.session;
  const refusal = await (await aWorker()).submit(KEY, submitted).catch((error: unknown) => error);
  const { message, reason } = refusal as AppError;
  expect(`${message} ${nextStep(new AppError(reason, message))}`).toBe(
    "Your session has expired. Open Sendwright and sign in again. We keep what you wrote here.",
  );
});

it("says how to sign in again when the session is too old to send", () => {
  expect(nextStep(new AppError("session_too_old", "You signed in more than 30 days ago."))).toBe(
    "Open Sendwright and click “Sign in again”. We keep what you wrote here.",
  );
});
