import { openFaults } from "./faults.ts";
import { openGrants } from "./grants.ts";
import { openSigningKey } from "./keys.ts";
import { openLimits } from "./limits.ts";
import { openMailbox } from "./mailbox.ts";
import type { StateFolder } from "./stateFolder.ts";

/** All that one local Google knows. */
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
