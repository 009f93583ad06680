import { PartFailed } from "./processes.ts";

/** The standard ports; the app's, the mailbox's and the Auth emulator's are part of the interface that tests rely on. */
const standard = {
  app: 5000,
  functions: 5001,
  hosting: 5002,
  google: 4010,
  hub: 4400,
  logging: 4500,
  firestore: 8080,
  auth: 9099,
  storage: 9199,
  eventarc: 9299,
  tasks: 9499,
};

export type Ports = typeof standard;

/**
 * The ports of one stack. A shift moves all of them together, so that several stacks run side by side (a thousand apart: the standard ports
 * are only hundreds apart).
 */
export function portsFor(shift: number): Ports {
  const moved = Object.entries(standard).map(([part, port]) => [part, port + shift]);
  return Object.fromEntries(moved) as Ports;
}

/** Reads a shift as SENDWRIGHT_PORT_SHIFT holds it; 0 when it is absent. Throws a sentence unless it is one from 0 to 20000. */
export function portShift(text: string | undefined): number {
  const shift = Number(text ?? 0);
  if (!Number.isInteger(shift) || shift < 0 || shift > 20_000) {
    throw new PartFailed(`SENDWRIGHT_PORT_SHIFT must be a whole number from 0 to 20000, not "${text}".`);
  }
  return shift;
}
