import { remember, remembered } from "./remembered.ts";

const nameOf = (variable: string) => `sticky:${variable}`;

/** Takes a user's id and a sticky variable's name; gives its remembered value (rule: sticky values), or "". */
export function stickyValue(uid: string, variable: string): string {
  return remembered(uid, nameOf(variable)) ?? "";
}

/** Takes a user's id, a sticky variable's name and its value; a blank value is forgotten. */
export function rememberSticky(uid: string, variable: string, value: string): void {
  remember(uid, nameOf(variable), value);
}
