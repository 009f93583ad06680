import { fromStored } from "../shared/refusal.ts";
import type { AnswerTo, Failure, Messages } from "../shared/workerMessages.ts";

function isFailure(given: unknown): given is Failure {
  return typeof given === "object" && given !== null && "failure" in given;
}

/** Asks the worker (Chrome starts it if need be). Throws AppError. */
export async function ask<T extends keyof Messages>(type: T, message: Messages[T]["ask"]): Promise<AnswerTo<T>> {
  const answer: unknown = await chrome.runtime.sendMessage({ type, ...message });
  if (!isFailure(answer)) return answer as AnswerTo<T>;
  throw fromStored(answer.failure);
}
