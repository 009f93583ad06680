import type { List } from "@sendwright/core/list/list";
import type { Account } from "./account.ts";

/** What Direct Send gives to Bulk Send: a template, and a list of the people. */
export interface HandedOver {
  templateId: string;
  list: List;
  /** Placeholder → the value that everyone gets, where no column of the list feeds it. */
  values: Readonly<Record<string, string>>;
  /** Called when Bulk Send has taken it; until then it is Direct Send's. */
  onTaken: () => void;
}

const waiting = new WeakMap<Account, HandedOver>();

/** Keeps what is to go along to Bulk Send, which fetches it when it opens. */
export function handOver(account: Account, given: HandedOver): void {
  waiting.set(account, given);
}

/** What waits for Bulk Send, once; null when nothing does. */
export function takeOver(account: Account): HandedOver | null {
  const given = waiting.get(account) ?? null;
  waiting.delete(account);
  return given;
}
