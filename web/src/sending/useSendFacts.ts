import { useConfig } from "../data/configQuery.ts";
import { type SendFacts, sendFacts } from "./sendFacts.ts";

/**
 * Returns a function that gives the facts before sending a number of emails at a time (ISO; null for now), by the
 * account's limits.
 */
export function useSendFacts(): (ready: number, startAt: string | null) => SendFacts {
  const { config } = useConfig();
  const quota = config?.quota ?? null;
  const rate = config?.sendRate ?? null;
  return (ready, startAt) => sendFacts({ ready, quota, rate, startAt, now: Date.now() });
}
