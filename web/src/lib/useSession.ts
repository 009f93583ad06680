import { useSyncExternalStore } from "react";
import { onSession, type Session, session } from "./access.ts";

/** Gives the auth state and follows it. */
export function useSession(): Session {
  return useSyncExternalStore(onSession, session);
}
