import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import { openFaults } from "./faults.ts";
import type { Grants } from "./grants.ts";
import { openGrants } from "./grants.ts";
import type { SigningKey } from "./keys.ts";
import { openSigningKey } from "./keys.ts";
import type { SwitchedLimits } from "./limits.ts";
import { openLimits } from "./limits.ts";
import type { Mailbox } from "./mailbox.ts";
import { openMailbox } from "./mailbox.ts";
import type { StateFolder } from "./stateFolder.ts";

/** All that one local Google knows. */
export interface World {
  now: Clock;
  key: SigningKey;
  grants: Grants;
  mailbox: Mailbox;
  faults: Faults;
  limits: SwitchedLimits;
}

/** Everything as it was when the last start ended, without faults and limits. */
export async function openWorld(state: StateFolder, now: Clock): Promise<World> {
  return {
    now,
    key: await openSigningKey(state),
    grants: await openGrants(state, now),
    mailbox: await openMailbox(state, now),
    faults: openFaults(),
    limits: openLimits(now),
  };
}
