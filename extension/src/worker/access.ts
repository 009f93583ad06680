import { provideAccess, type Session } from "@sendwright/web/client";
import { API } from "../shared/settings.ts";
import { forget } from "../shared/stored.ts";
import { freshToken } from "./session.ts";

const NOBODY: Session = {
  isLoading: false,
  isAuthenticated: false,
  user: null,
  token: null,
  refreshToken: null,
  error: null,
};

/** The API client asks the worker's own session. */
export function provideWorkerAccess(): void {
  provideAccess({
    origin: API,
    session: () => NOBODY,
    onSession: () => () => undefined,
    currentToken: (options) => freshToken(options),
    expireSession: () => forget("session"),
  });
}
