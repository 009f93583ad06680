import { useSyncExternalStore } from "react";
import { onSession, type Session, SIGNED_OUT, session } from "./access.ts";

/** The auth state, kept up to date. */
export function useSession(): Session {
  return useSyncExternalStore(onSession, session, () => SIGNED_OUT);
}
