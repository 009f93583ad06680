/** The auth state (rule: broadcast). */
export interface Session {
  isLoading: boolean;
  isAuthenticated: boolean;
  user: { uid: string; email: string; name: string } | null;
  token: string | null;
  refreshToken: string | null;
  error: string | null;
}

/**
 * Who is asking and where the API is: the page's own session, or in the extension what its worker
 * knows.
 */
export interface Access {
  /** Origin of the API; "" for the page's own. */
  origin: string;
  session: () => Session;
  onSession: (listener: () => void) => () => void;
  currentToken: (options?: { of?: string; refresh?: boolean }) => Promise<string | null>;
  expireSession: (path: string) => Promise<void>;
  /** An answer that was asked for before the session was known (`earlyAnswers.ts`). */
  earlyAnswer?: (path: string) => Promise<Response | null> | null;
  /** Whether this is the extension, which remembers values of its own. */
  isExtension?: boolean;
}

export const SIGNED_OUT: Session = {
  isLoading: false,
  isAuthenticated: false,
  user: null,
  token: null,
  refreshToken: null,
  error: null,
};

/** The session while we don't know yet who is signed in. */
export const LOADING: Session = { ...SIGNED_OUT, isLoading: true };

let access: Access | null = null;

/**
 * Sets what this program has: everything that calls the API or follows the session uses it from now
 * on.
 */
export function provideAccess(given: Access): void {
  access = given;
}

function provided(): Access {
  if (!access)
    throw new Error(
      "No session is set: session.ts sets it in the page, the extension in its own pages.",
    );
  return access;
}

/** Whether this program is the extension. */
export const isExtension = () => access?.isExtension === true;
/** The API's origin; "" for the page's own. */
export const apiOrigin = () => provided().origin;
/** As in `session.ts`, for the page or the extension. */
export const session = () => provided().session();
export const onSession = (listener: () => void) => provided().onSession(listener);
export const currentToken = (options?: { of?: string; refresh?: boolean }) =>
  provided().currentToken(options);
export const earlyAnswer = (path: string) => access?.earlyAnswer?.(path) ?? null;
export const expireSession = (path: string) => provided().expireSession(path);
