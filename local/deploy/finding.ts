/** One thing that was looked at. `mend`: the command or the line that brings it, where it is missing. */
export interface DeployFinding {
  what: string;
  mend: string | null;
}

/** `what`, which is missing unless `is`. */
export function unless(is: boolean, what: string, mend: string): DeployFinding {
  return { what, mend: is ? null : mend };
}

/** One line for what is there, two for what is missing. */
export function written({ what, mend }: DeployFinding): string {
  return mend === null ? `ok       ${what}` : `missing  ${what}\n         ${mend}`;
}
