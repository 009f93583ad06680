/** One thing that was looked at. `mend`: the command or the line that brings it, where it is missing. */
export interface Finding {
  what: string;
  mend: string | null;
}

/** `what`, which is missing unless `is`. */
export function unless(is: boolean, what: string, mend: string): Finding {
  return { what, mend: is ? null : mend };
}

/** One line for what is there, two for what is missing. */
export function written({ what, mend }: Finding): string {
  return mend === null ? `ok       ${what}` : `missing  ${what}\n         ${mend}`;
}
