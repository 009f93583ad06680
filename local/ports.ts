import { connect, createServer } from "node:net";
import { PartFailed } from "./processes.ts";

/** The standard ports. Tests rely on those of the app, the mailbox and the Auth emulator. */
const standard = {
  app: 5000,
  functions: 5001,
  hosting: 5002,
  sendWorker: 5003,
  sweep: 5004,
  exportWorker: 5005,
  google: 4010,
  hub: 4400,
  logging: 4500,
  firestore: 8080,
  auth: 9099,
  storage: 9199,
  eventarc: 9299,
  tasks: 9499,
};

export type PortName = keyof typeof standard;
export type Ports = Record<PortName, number>;

/**
 * The ports of one stack. A shift moves all of them together, so that several stacks run side by
 * side.
 */
export function portsFor(shift: number): Ports {
  const moved = Object.entries(standard).map(([part, port]) => [part, port + shift]);
  return Object.fromEntries(moved) as Ports;
}

/**
 * Ports, from our lowest up, that browsers and Node's `fetch` refuse to call
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const blocked = [
  4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** Why no stack can ever run at this shift, as a clause; undefined if one can. */
export function shiftProblem(shift: number): string | undefined {
  if (!Number.isInteger(shift) || shift < 0 || shift > 20_000)
    return "a shift is a whole number from 0 to 20000";
  const port = Object.values(portsFor(shift)).find((each) => blocked.includes(each));
  return port === undefined ? undefined : `browsers refuse to call port ${port}`;
}

/** Why these parts can't run at this shift now, as a clause. */
async function obstacleAt(
  shift: number,
  parts: readonly PortName[],
  taken = takenPorts,
): Promise<string | undefined> {
  const ports = portsFor(shift);
  const never = shiftProblem(shift);
  const found = never ? [] : await taken(parts.map((part) => ports[part]));
  if (found.length === 0) return never;
  const [which, verb] = found.length === 1 ? ["port", "is"] : ["ports", "are"];
  return `${which} ${found.join(", ")} ${verb} taken by another program`;
}

/**
 * The next shift after a command's usual one at which its parts can run. Tries every thousand,
 * first those that no other command usually takes; never 0, which is for the kept data.
 */
export async function nextShift(
  usual: number,
  parts: readonly PortName[],
  taken = takenPorts,
): Promise<number> {
  for (let n = 1; n < 21; n++) {
    const shift = (usual + n * 10_000) % 21_000;
    if (shift !== 0 && !(await obstacleAt(shift, parts, taken))) return shift;
  }
  throw new PartFailed(
    "No shift of the ports works, because each has a port that is taken by another program.",
  );
}

/**
 * The shift for a command that runs these parts: the one that SENDWRIGHT_PORT_SHIFT names, else its
 * usual one, else the next one that works, which it prints. Throws a sentence with a shift that
 * works if the named one can't. `obstacle`: a reason other than the ports why the first shift can't
 * be used.
 */
export async function chooseShift(
  usual: number,
  parts: readonly PortName[],
  obstacle?: string,
): Promise<number> {
  const named = process.env.SENDWRIGHT_PORT_SHIFT;
  const shift = Number(named || usual);
  const reason = obstacle ?? (await obstacleAt(shift, parts));
  if (!reason) return shift;
  const next = await nextShift(usual, parts);
  if (named)
    throw new PartFailed(`SENDWRIGHT_PORT_SHIFT=${named} can't work: ${reason}. ${next} works.`);
  console.log(`Every port moves by ${next}, because ${reason}.`);
  return next;
}

/** The ports that a program listens on, at an address of this machine or at all addresses. */
export async function takenPorts(ports: number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree));
  return ports.filter((_port, index) => !free[index]);
}

/**
 * Whether nothing listens on this port. On a Mac we can listen at 127.0.0.1 even if another program
 * listens at all addresses, so we try to connect, too. (If we listened at all addresses, a firewall
 * might ask.)
 */
export async function isFree(port: number): Promise<boolean> {
  if (!(await canListen(port))) return false;
  const answers = await Promise.all(["127.0.0.1", "::1"].map((host) => accepts(host, port)));
  return !answers.includes(true);
}

/** How long a program may take to accept a connection (milliseconds). */
const ACCEPTING = 2_000;

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ACCEPTING });
    // A firewall that drops everything, or a program that hangs: it accepts no one else, either.
    socket.once("timeout", () => resolve(!socket.destroy().destroyed));
    socket.once("error", () => resolve(false)); // refused, or no IPv6 here
    socket.once("connect", () => resolve(socket.destroy().destroyed));
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
