import { provideAccess, SIGNED_OUT } from "@sendwright/web/client";
import { API } from "../shared/settings.ts";
import { forget } from "../shared/stored.ts";
import { freshToken } from "./session.ts";

let actingFor: string | null = null;

/**
 * Makes a call with this person's token or none: another person may sign in at any moment. The
 * client reads the person in the turn in which it is called.
 */
export function callFor<T>(uid: string, work: () => Promise<T>): Promise<T> {
  actingFor = uid;
  try {
    return work();
  } finally {
    actingFor = null;
  }
}

/** The API client asks the worker's own session. */
export function provideWorkerAccess(): void {
  provideAccess({
    origin: API,
    session: () =>
      actingFor === null
        ? SIGNED_OUT
        : { ...SIGNED_OUT, user: { uid: actingFor, email: "", name: "" } },
    onSession: () => () => undefined,
    currentToken: (options) => freshToken(options),
    expireSession: () => forget("session"),
  });
}
