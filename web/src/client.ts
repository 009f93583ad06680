/**
 * The page's API client for another program of ours: the extension's worker. No screen, no React.
 */

export { type Access, LOADING, provideAccess, type Session, SIGNED_OUT } from "./lib/access.ts";
export { call, secondsOf } from "./lib/call.ts";
export { lookUpSend, outcomeOf, undoHeld } from "./sending/sendLookup.ts";
