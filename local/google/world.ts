import { openFaults, openLimits } from "./control.ts";
import { openGrants } from "./grants.ts";
import { openSigningKey } from "./idToken.ts";
import { openMailbox } from "./mailbox.ts";
import type { StateFolder } from "./stateFolder.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Everything as it was when the last start ended, without faults and limits. */
export async function openWorld(state: StateFolder, now: () => number) {
  return {
    now,
    key: await openSigningKey(state),
    grants: await openGrants(state, now),
    mailbox: await openMailbox(state, now),
    faults: openFaults(),
    limits: openLimits(now),
  };
}
