/** The page's API client for another program of ours: the extension's worker. No screen, no React. */

export { type Access, LOADING, provideAccess, type Session, SIGNED_OUT } from "./lib/access.ts";
export { secondsOf } from "./lib/answer.ts";
export { call } from "./lib/call.ts";
export { outcomeOf } from "./sending/outcomeOf.ts";
export { lookUpSend, undoHeld } from "./sending/sendLookup.ts";
