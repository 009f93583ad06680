import { remember, remembered } from "./remembered.ts";

const nameOf = (variable: string) => `sticky:${variable}`;

/** The remembered value of a sticky variable (rule: sticky values), or "". */
export function stickyValue(uid: string, variable: string): string {
  return remembered(uid, nameOf(variable)) ?? "";
}

/** Remembers a sticky variable's value; a blank one is forgotten. */
export function rememberSticky(uid: string, variable: string, value: string): void {
  remember(uid, nameOf(variable), value);
}
