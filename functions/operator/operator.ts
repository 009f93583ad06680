/**
 * `npm run operator -- --project P COMMAND`: what an operator can do to all sending and to one user (docs/operate.md).
 * Prints ids, times, numbers and reasons; no address, subject or text. Uses the application default credentials, or the
 * emulators that the environment names.
 */

import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { beginDeletion } from "../src/features/account/deleteAccount.ts";
import { exportAccount } from "../src/features/account/export/exportAccount.ts";
import { findUser } from "../src/platform/accounts.ts";
import { workOnProject } from "../src/platform/firebase.ts";
import { numbersOfDay, stuckNow } from "../src/store/sends/overview.ts";
import { allStops, beginStop, endStop } from "../src/store/stops.ts";
import { dayLines, stopLines, stuckLines } from "./report.ts";
import { realSteps, rotateKey } from "./rotateKey.ts";

const USAGE = `Use it like this: npm run operator -- --project PROJECT COMMAND
  stop [REASON]                    stops all sending; people read the reason
  stop --user EMAIL_OR_UID [REASON]  stops one account
  start [--user EMAIL_OR_UID]      lets sending continue
  status                           each stop, when it began and its reason
  stuck                            sends and accounts that need a person, and why
  day                              the numbers of the last 24 hours
  export-user EMAIL_OR_UID FILE    writes a user's data to a new zip file
  delete-user EMAIL_OR_UID         deletes a user and all their data
  rotate-key                       replaces the key that encrypts grants; deploys twice`;

const EMULATORS = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST"];
const MOST_REASON = 300;
const MOST_LISTED = 1_000;
const MOST_SENDS = 100_000;
const USER = /^[\w.+@-]{1,320}$/;

/** What the command line says. Throws the usage for anything it doesn't know. */
function options(args: string[]) {
  const known = { project: { type: "string" }, user: { type: "string" }, bucket: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
  const { project = "", user = null, bucket = `${project}.firebasestorage.app` } = values;
  const [command = "", ...words] = positionals;
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project) || (user !== null && !USER.test(user))) throw new Error(USAGE);
  return { project, user, bucket, command, words };
}

/** A user by address or id. Throws if there is none. */
async function userNamed(name: string) {
  if (!USER.test(name)) throw new Error(USAGE);
  const found = await findUser(name);
  // The address isn't repeated: this output may end up in a ticket.
  if (!found) throw new Error("There is no such user.");
  return found;
}

/** As `userNamed`; an id that is already gone may still have data here. */
async function userOrId(name: string): Promise<{ uid: string; sub: string | null }> {
  if (!name.includes("@") && USER.test(name)) return (await findUser(name)) ?? { uid: name, sub: null };
  return userNamed(name);
}

async function stop(user: string | null, words: string[]): Promise<string[]> {
  const reason = words.join(" ").replace(/\s+/g, " ").trim();
  if (reason.length > MOST_REASON) throw new Error(`A reason may have ${MOST_REASON} characters.`);
  const uid = user === null ? null : (await userNamed(user)).uid;
  await beginStop(uid, reason, Date.now());
  const who = uid === null ? "All sending" : `Sending for user ${uid}`;
  return [`${who} is stopped: within seconds no more emails begin. New sends wait, and their screens say why.`];
}

async function start(user: string | null): Promise<string[]> {
  const uid = user === null ? null : (await userOrId(user)).uid;
  const wasStopped = await endStop(uid);
  const left = await allStops(MOST_LISTED);
  const who = uid === null ? "The stop of all sending" : `The stop of user ${uid}`;
  const over = wasStopped ? `${who} is over.` : `${who} was over already, or never was.`;
  const waits = left.some((one) => one.uid === null) ? [] : ["What waited for it goes out within about six minutes."];
  return [over, ...waits, ...stopLines(left)];
}

/** A send that waits for a stop isn't stuck; the stop is one line. */
async function stuck(): Promise<string[]> {
  const stops = await allStops(MOST_LISTED);
  return [...(stops.length > 0 ? stopLines(stops) : []), ...stuckLines(await stuckNow(Date.now(), MOST_LISTED))];
}

async function exportUser(name: string, path: string): Promise<string[]> {
  const { uid, sub, email, name: called } = await userNamed(name);
  if (sub === null) throw new Error(`User ${uid} has no Google account.`);
  // Never over an existing file, and readable for no one else.
  await exportAccount({ uid, sub, email, name: called }, () => createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return [
    `The data of user ${uid} is in ${path}. It contains addresses and texts: send it only to them, then delete it.`,
  ];
}

async function deleteUser(name: string): Promise<string[]> {
  const { uid, sub } = await userOrId(name);
  await beginDeletion(uid, sub);
  return [`User ${uid} is being deleted. The sweep finishes it within about ten minutes.`];
}

async function run({ project, command, user, words }: ReturnType<typeof options>): Promise<string[]> {
  const [first = "", second = ""] = words;
  const hasWords = (n: number) => words.length === n && user === null;
  if (command === "stop") return stop(user, words);
  if (command === "start" && words.length === 0) return start(user);
  if (command === "status" && hasWords(0)) return stopLines(await allStops(MOST_LISTED));
  if (command === "stuck" && hasWords(0)) return stuck();
  if (command === "day" && hasWords(0)) return dayLines(await numbersOfDay(Date.now(), MOST_SENDS));
  if (command === "export-user" && hasWords(2)) return exportUser(first, second);
  if (command === "delete-user" && hasWords(1)) return deleteUser(first);
  if (command === "rotate-key" && hasWords(0)) return rotateKey(realSteps(project));
  throw new Error(USAGE);
}

try {
  const asked = options(process.argv.slice(2));
  // Otherwise we could delete the user in one place and write the tombstone in another.
  if (EMULATORS.some((name) => Boolean(process.env[name]) !== asked.project.startsWith("demo-")))
    throw new Error(`A demo project needs ${EMULATORS.join(" and ")}; any other must have neither.`);
  workOnProject(asked.project, asked.bucket);
  for (const line of await run(asked)) console.log(line);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
