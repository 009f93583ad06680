/**
 * The commands of `npm run operator`. Their answers have ids, times, numbers and reasons; no
 * address, subject or text.
 */

import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import { beginDeletion } from "../src/features/account/deleteAccount.ts";
import { exportAccount } from "../src/features/account/export/exportAccount.ts";
import { findUser } from "../src/platform/accounts.ts";
import { workOnProject } from "../src/platform/firebase.ts";
import { numbersOfDay } from "../src/store/sends/dayNumbers.ts";
import { stuckNow } from "../src/store/sends/operatorView.ts";
import { allStops, beginStop, endStop, stopWith } from "../src/store/stops.ts";
import { hasData } from "../src/store/userLock.ts";
import { isId, namesSomeone } from "./names.ts";
import { dayLines, stopLines, stuckLines } from "./report.ts";
import { realSteps, rotateKey } from "./rotateKey.ts";

const USAGE = `Use it like this: npm run operator -- --project PROJECT COMMAND
  stop --all [REASON]              stops all sending; people read the reason
  stop --user EMAIL_OR_UID [REASON]  stops one account
  start --all                      lets sending continue
  start --user EMAIL_OR_UID        lets one account's sending continue
  status                           each stop, when it began and its reason
  stuck                            sends and accounts that need a person, and why
  day                              the numbers of the last 24 hours
  export-user EMAIL_OR_UID FILE    writes a user's data to a new zip file
  delete-user EMAIL_OR_UID         deletes a user and all their data
  rotate-key                       replaces the key that encrypts grants; deploys twice
An address that begins with a dash: --user="-a@example.org", and for the last commands -- "-a@example.org".`;

const EMULATORS = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST"];
const MAX_REASON_LENGTH = 300;
const MAX_LISTED = 1_000;
const MAX_SENDS = 100_000;
const NO_SUCH_USER = "There is no such user. Check the address or the id.";

/** Whom a command is about: everyone (null), or one person as they were named. */
type CommandTarget = string | null;

/**
 * What the command line says; null if it asks for help. Throws the usage for anything it doesn't
 * know.
 */
function options(args: string[]) {
  const known = {
    project: { type: "string" },
    user: { type: "string", multiple: true },
    all: { type: "boolean" },
    bucket: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({ args, options: known, allowPositionals: true }),
  );
  if (values.help) return null;
  const {
    project = "",
    user: users = [],
    all = false,
    bucket = `${project}.firebasestorage.app`,
  } = values;
  const [command = "", ...words] = positionals;
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project)) throw new Error(USAGE);
  return { project, bucket, command, words, users, all };
}

/**
 * The words of a command line. Node's own message for one it doesn't know would repeat it, and it
 * may be an address.
 */
function parsed<Words>(parse: () => Words): Words {
  try {
    return parse();
  } catch {
    throw new Error(USAGE);
  }
}

/** Whom `stop` or `start` is about. No one means everyone unless they say so. */
function whom(command: string, { users, all }: { users: string[]; all: boolean }): CommandTarget {
  const [user, another] = users;
  if (another !== undefined) throw new Error(`${command} takes one --user. Run it once for each.`);
  if (all === (user !== undefined))
    throw new Error(
      `For whom? "${command} --user EMAIL_OR_UID" is for one account, "${command} --all" for everyone.`,
    );
  return user ?? null;
}

/** A user by address or id. Throws if there is none. */
async function userNamed(name: string) {
  requireName(name);
  const found = await findUser(name);
  // The address isn't repeated: this output may end up in a ticket.
  if (!found) throw new Error(NO_SUCH_USER);
  return found;
}

function requireName(name: string): void {
  if (!isEmailAddress(name) && !isId(name))
    throw new Error(
      "A user is named by an email address or an id. This is neither. Put it in quotes; for everyone, write --all.",
    );
}

/**
 * As `userNamed`, or the id of a user who is already gone, if there is still something of theirs
 * here.
 */
async function userOrId(name: string, isLeft: (id: string) => Promise<boolean>) {
  requireName(name);
  const found = await findUser(name);
  if (found) return found;
  if (!isId(name) || !(await isLeft(name))) throw new Error(NO_SUCH_USER);
  return { uid: name, sub: null };
}

async function stop(user: CommandTarget, words: string[]): Promise<string[]> {
  const reason = words.join(" ").replace(/\s+/g, " ").trim();
  if (reason.length > MAX_REASON_LENGTH)
    throw new Error(`A reason may have ${MAX_REASON_LENGTH} characters.`);
  if (namesSomeone(reason))
    throw new Error(
      "People read the reason: it can't have an email address, a user's id or an account's number in it.",
    );
  const { uid, sub } = user === null ? { uid: null, sub: null } : await userNamed(user);
  await beginStop(uid, reason, Date.now(), sub);
  const who = uid === null ? "All sending" : `Sending for user ${uid}`;
  return [
    `${who} is stopped: within seconds no more emails begin. New sends wait, and their screens say why.`,
  ];
}

async function start(user: CommandTarget): Promise<string[]> {
  const { uid, sub } =
    user === null
      ? { uid: null, sub: null }
      : await userOrId(user, async (id) => (await stopWith(id)) !== null);
  const wasStopped = await endStop(uid, sub);
  const left = await allStops(MAX_LISTED);
  const who = uid === null ? "The stop of all sending" : `The stop of user ${uid}`;
  const over = wasStopped ? `${who} is over.` : `${who} was over already, or never was.`;
  const waits = left.some((one) => one.uid === null)
    ? []
    : ["What waited for it goes out within about six minutes."];
  return [over, ...waits, ...stopLines(left)];
}

/** A send that waits for a stop isn't stuck; the stop is one line. */
async function stuck(): Promise<string[]> {
  const stops = await allStops(MAX_LISTED);
  return [
    ...(stops.length > 0 ? stopLines(stops) : []),
    ...stuckLines(await stuckNow(Date.now(), MAX_LISTED)),
  ];
}

async function exportUser(name: string, path: string): Promise<string[]> {
  if (path.includes("@"))
    throw new Error("First the user, then a file. The file's name can't have an @ in it.");
  const { uid, sub, email, name: called } = await userNamed(name);
  if (sub === null) throw new Error(`User ${uid} has no Google account.`);
  let isOurs = false;
  try {
    // Never over an existing file, and readable for no one else.
    await exportAccount({ uid, sub, email, name: called }, () =>
      createWriteStream(path, { flags: "wx", mode: 0o600 }).once("open", () => {
        isOurs = true;
      }),
    );
  } catch (cause) {
    // Half of someone's data must not look like all of it, or stay here.
    if (isOurs) await rm(path, { force: true });
    throw cause;
  }
  return [
    `The data of user ${uid} is in ${path}. It contains addresses and texts: send it only to them, then delete it.`,
  ];
}

async function deleteUser(name: string): Promise<string[]> {
  const { uid, sub } = await userOrId(name, hasData);
  await beginDeletion(uid, sub);
  return [
    `User ${uid} is being deleted. The sweep finishes it within about ten minutes.`,
    "They can sign in again, as a new user. A stop of their account stays: status lists it.",
  ];
}

async function run(asked: NonNullable<ReturnType<typeof options>>): Promise<string[]> {
  const { project, command, words, users, all } = asked;
  const [first = "", second = ""] = words;
  const hasWords = (n: number) => words.length === n && users.length === 0 && !all;
  if (command === "stop") return stop(whom(command, asked), words);
  if (command === "start" && words.length === 0) return start(whom(command, asked));
  if (command === "status" && hasWords(0)) return stopLines(await allStops(MAX_LISTED));
  if (command === "stuck" && hasWords(0)) return stuck();
  if (command === "day" && hasWords(0)) return dayLines(await numbersOfDay(Date.now(), MAX_SENDS));
  if (command === "export-user" && hasWords(2)) return exportUser(first, second);
  if (command === "delete-user" && hasWords(1)) return deleteUser(first);
  if (command === "rotate-key" && hasWords(0)) return rotateKey(realSteps(project));
  throw new Error(USAGE);
}

/**
 * Does what the words of a command line say. Returns the lines to print; throws a sentence.
 * `connect` begins the work on a project.
 */
export async function runCommand(args: string[], connect = workOnProject): Promise<string[]> {
  const asked = options(args);
  if (asked === null) return [USAGE];
  // Otherwise we could delete the user in one place and write the tombstone in another.
  if (EMULATORS.some((name) => Boolean(process.env[name]) !== asked.project.startsWith("demo-")))
    throw new Error(
      `A demo project needs ${EMULATORS.join(" and ")}; any other must have neither.`,
    );
  connect(asked.project, asked.bucket);
  return run(asked);
}
