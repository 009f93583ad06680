import { useSyncExternalStore } from "react";
import { onSession, session } from "./access.ts";
import type { Session } from "./session.ts";

/** Gives the auth state and follows it. */
export function useSession(): Session {
  return useSyncExternalStore(onSession, session);
}
