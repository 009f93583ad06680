import { AppError, isReason } from "@sendwright/functions/contract";
import type { Answer, Failure, Messages } from "../shared/messages.ts";

function isFailure(given: unknown): given is Failure {
  return typeof given === "object" && given !== null && "failure" in given;
}

/** Asks the worker (Chrome starts it if need be). Throws AppError. */
export async function ask<T extends keyof Messages>(type: T, message: Messages[T]["ask"]): Promise<Answer<T>> {
  const answer: unknown = await chrome.runtime.sendMessage({ type, ...message });
  if (!isFailure(answer)) return answer as Answer<T>;
  const { reason, message: words } = answer.failure;
  throw new AppError(isReason(reason) ? reason : "internal_server_error", words);
}
