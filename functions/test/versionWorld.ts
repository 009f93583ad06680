import { createHash } from "node:crypto";
import { pauseReason, rowStatus, sendKind, sendState } from "@sendwright/core/contract/sends";
import { dateFormat, timeFormat } from "@sendwright/core/contract/templates";
import { Timestamp, WriteBatch } from "firebase-admin/firestore";
import { vi } from "vitest";
import { cancel, pause, remove, undo } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/requireUser.ts";
import { bucket, firestore } from "../src/platform/firebase.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { countCall } from "../src/store/apiRateLimits.ts";
import { keepCount } from "../src/store/dailyQuota.ts";
import { writeFile } from "../src/store/files.ts";
import { sendDoc, snapshotDoc } from "../src/store/sends/schemas.ts";
import { changeSettings } from "../src/store/settings.ts";
import { beginStop } from "../src/store/stops.ts";
import { templateFolder } from "../src/store/templates.ts";
import { raiseTombstone } from "../src/store/tombstones.ts";
import { createAll } from "./createAll.ts";
import { dieAt, mortal } from "./failures.ts";
import { storedFiles } from "./owners.ts";
import {
  aPlan,
  aSender,
  aTemplate,
  begun,
  HOUR,
  keyOf,
  NO_END,
  REFUSAL,
  statesOf,
  testEngine,
} from "./sendsWorld.ts";

/**
 * Fields and values that the recorded version doesn't know, with the effect that going back to it
 * has.
 */
export const NEWER: Record<string, string> = {
  "snapshot.date_language: string": "a waiting email writes its dates in American English",
  "snapshot.date_weekday: boolean": "a waiting email writes its dates without the day of the week",
  "templates.date_language: string": "its emails and previews write dates in American English",
  "templates.date_weekday: boolean": "the same, without the day of the week",
  "snapshot.firstSubject: string": "the list of sends shows the subject as written",
  "snapshot.firstPerson: string": "the list of sends names no one",
  "snapshot.listName: string": "the list of sends doesn't show the name of the file",
  "snapshot.subjectMark: string": "the receivers of a deleted template aren't known by its subject",
  "rows.content: string": "nothing says whether an earlier email was exactly the same",
  ...Object.fromEntries(
    ["rows.who: list", "rows.who[]: string", "snapshot.who: list", "snapshot.who[]: string"].map(
      (field) => [field, "no search finds a person"],
    ),
  ),
  "sends.replacedBy: string":
    "a send that was edited is listed as canceled, and its rows can be sent again",
  "sends.findable: boolean": "the sends it begins count as those that no search finds",
  "sends.findableByName: boolean": "the same, for a search by name",
  ...Object.fromEntries(
    [
      "listed: object",
      "listed.grammar: number",
      "listed.revision: number",
      "listed.variables: list",
      "listed.variables[]: object",
      "listed.variables[].fallback: null",
      "listed.variables[].name: string",
      "listed.variables[].options: list",
      "listed.variables[].required: boolean",
      "listed.variables[].type: string",
    ].map((field) => [`templates.${field}`, "each list of templates parses them anew"]),
  ),
  ...Object.fromEntries(
    [
      "rows.files: list",
      "rows.files[]: object",
      "rows.files[].contentType: string",
      "rows.files[].filename: string",
      "rows.files[].hash: string",
      "rows.files[].size: number",
      "snapshot.files: object",
      "snapshot.files.all: list",
      "snapshot.files.mostOfRow: number",
    ].map((field) => [field, "the send pauses, and continues once the newer version is back"]),
  ),
  "sends.lastRow: number":
    "of a send of emails for several rows, no row document is found beyond the number of its emails",
  ...Object.fromEntries(
    [
      "rows.further: list",
      "rows.further[]: object",
      "rows.further[].line: number",
      "rows.further[].n: number",
      "rows.further[].person: string",
      "rows.furtherValues: list",
      "rows.furtherValues[]: object",
      "rows.furtherValues[].values: list",
      "rows.furtherValues[].values[]: string",
      "rows.numbers: list",
      "rows.numbers[]: number",
      "snapshot.dateOrders: object",
      "snapshot.dateOrders.numberForms: list",
      "snapshot.dateOrders.numberForms[]: string",
      "snapshot.dateOrders.orders: list",
      "snapshot.dateOrders.orders[]: string",
    ].map((field) => [field, "the send pauses, and continues once the newer version is back"]),
  ),
  "keptCounts.rows: object": "the same as for owners.rows",
  "keptCounts.rows.at: number": "the same",
  "keptCounts.rows.left: number": "the same",
  "owners.rows: object": "rows don't count against the day",
  "owners.rows.at: number": "the same",
  "owners.rows.left: number": "the same",
  "sends.suppressed: number":
    "rows that the worker skipped, because their people aren't emailed, are shown as canceled",
  "sends.owed: list":
    "a correction begun before the deletion is sent if enough people of the send are owed the email",
  "owners.sub: string": "a new user of the same Google account begins with all rows of the day",
};

type Person = Pick<User, "uid" | "sub">;

/** Everything that a version stored, as JSON. */
export interface World {
  /** The commit that wrote it. */
  version: string;
  now: number;
  people: { ada: Person; grace: Person; linus: Person };
  /** The tasks in the queue. */
  tasks: { uid: string; at: number; held?: string }[];
  /** The values that each field with a fixed choice can have. */
  values: Record<string, string[]>;
  /** By path. */
  documents: Record<string, FirebaseFirestore.DocumentData>;
  /** Texts by path. */
  files: Record<string, string>;
}

/**
 * Stores everything that a version stores, each send in another state, without finishing the work.
 * It runs with the code of other versions, so it uses only functions that they have, too.
 */
export async function writeWorld(version: string): Promise<World> {
  const engine = testEngine();
  const [ada, grace, linus] = [await aSender(), await aSender(), await aSender()];
  const answers: GmailAnswer[] = [];
  engine.sendMessage = async () => answers.shift() ?? { kind: "sent", messageId: "m" };
  const work = (user: User, by = engine) => runSlice(by, user.uid, NO_END);
  const ended = async (user: User, plan: ReturnType<typeof aPlan>, ...by: GmailAnswer[]) => {
    answers.push(...by);
    const id = await begun(user, engine, plan);
    await work(user);
    answers.length = 0;
    return id;
  };
  const in1h = () => ({ startAt: engine.now() + HOUR });

  await ended(ada, aPlan(1));
  engine.pass(25 * HOUR);
  await sweep(engine, ["deletions"]);

  const file = {
    original_filename: "a.txt",
    storage_path: "",
    size: 1,
    content_type: "text/plain",
  };
  file.storage_path = `${templateFolder(ada.uid, "files")}a`;
  await writeFile(file.storage_path, Buffer.from("a"), "text/plain");
  await aTemplate(ada.uid, EVERY_TEMPLATE_FIELD, [file]);
  const settings = { undo_send: false, hours: { from: 9, to: 17 }, time_zone: "Europe/Berlin" };
  await changeSettings(ada.uid, {
    ...settings,
    reply_to: "team@example.org",
    signature: "<p>Ada</p>",
  });
  await countCall("sends", ada.uid, Date.now());

  // Every field of a send, and each end of a row.
  const mixed = await ended(ada, everyField(), { kind: "unknown" }, REFUSAL);
  const refused = (await statesOf(mixed)).indexOf("failed") + 1;
  await begun(ada, engine, {
    ...everyField(),
    ...in1h(),
    corrects: { send: keyOf(ada, mixed), rows: [refused], here: [1] },
  });
  const replaces = keyOf(ada, await begun(ada, engine, aPlan(1, in1h())));
  await begun(ada, engine, { ...aPlan(1, in1h()), replaces });
  await remove(engine, ada.uid, keyOf(ada, await ended(ada, aPlan(1))));
  await cancel(engine, ada.uid, keyOf(ada, await begun(ada, engine, aPlan(1, in1h()))));
  const direct = await begun(ada, engine, { ...aPlan(1, { hold: 10_000 }), kind: "direct" });
  await engine.enqueue(ada.uid, engine.now() + 10_000, direct);

  // An undo and a preparation whose processes died.
  const held = await begun(ada, engine, aPlan(1, { hold: 10_000 }));
  await killedAfter(1, () => undo(engine, ada.uid, keyOf(ada, held)));
  await killedAfter(1, () => begun(ada, engine, everyField()));

  // Pauses.
  const waiting = { resumeHours: { from: 8, to: 20, timeZone: "Europe/Berlin" } };
  await ended(ada, aPlan(3, waiting), { kind: "daily_limit", retryAfter: null });
  await ended(ada, aPlan(3), { kind: "reconnect" });
  await ended(ada, aPlan(20), ...Array<GmailAnswer>(20).fill(REFUSAL));
  await begun(ada, engine, 2);
  await work(ada, { ...engine, accountState: async () => "disabled" });
  await pause(engine, ada.uid, keyOf(ada, await begun(ada, engine, 2)));
  await beginStop(grace.uid, "We are asking you something first.", engine.now());
  await ended(grace, aPlan(2));

  // A deleted account whose data is still there.
  await aTemplate(linus.uid);
  await ended(linus, aPlan(1));
  await keepCount(linus.uid, linus.sub, engine.now());
  await begun(linus, engine, aPlan(1, in1h()));
  await raiseTombstone(linus.uid, engine.now(), linus.sub);

  // A worker that dies while Gmail has its emails, and a send that no worker has seen.
  await begun(ada, engine, 9);
  await work(ada, mortal(engine, dieAt("sendMessage", "after", 3))).catch(() => undefined);
  await begun(ada, engine, 1);
  if (KNOWS_ROW_FILES) await begun(ada, engine, await withOwnFile(ada.uid));
  if (KNOWS_JOINED_ROWS) await begun(ada, engine, withJoinedRows());
  await engine.enqueue(ada.uid, engine.now());

  const personOf = ({ uid, sub }: User) => ({ uid, sub });
  const world: World = {
    version,
    now: engine.now(),
    people: { ada: personOf(ada), grace: personOf(grace), linus: personOf(linus) },
    tasks: engine.tasks,
    values: {
      "sends.state": sendState.options,
      "sends.kind": sendKind.options,
      "sends.pauseReason": pauseReason.options,
      "sends.cancelledBy": sendDoc.shape.cancelledBy.unwrap().options,
      "rows.state": rowStatus.options,
      "templates.dateFormat": dateFormat.options,
      "templates.timeFormat": timeFormat.options,
    },
    ...(await stored()),
  };
  return JSON.parse(JSON.stringify(world));
}

/** Whether this version knows files of rows; one that doesn't can't read the emails with them. */
export const KNOWS_ROW_FILES = "mostOfRow" in snapshotDoc.shape;

/** Whether this version knows emails for several rows; one that doesn't can't read them. */
export const KNOWS_JOINED_ROWS = "numberForms" in snapshotDoc.shape;

/** A plan of one email for three rows of the list. */
function withJoinedRows(): ReturnType<typeof aPlan> {
  const { rows, mail, ...plan } = aPlan(1);
  const joined = {
    further: [2, 3].map((n) => ({ n, line: n + 1, person: `Person ${n}` })),
    furtherValues: [2, 3].map((n) => ({ values: [`Person ${n}`] })),
    numbers: [2, 3],
  };
  return {
    ...plan,
    mail: { ...mail, body: "<p>Dear all,</p><p>{{#rows}}{{Full Name}}{{/rows}}</p>" },
    numberForms: [""],
    rows: rows.map((row) => ({ ...row, ...joined })),
  };
}

/** A plan of one row that has a file of its own, which was uploaded. */
async function withOwnFile(uid: string): Promise<ReturnType<typeof aPlan>> {
  const content = Buffer.from("own");
  const hash = createHash("sha256").update(content).digest("hex");
  const path = `uploads/${uid}/${hash}`;
  await writeFile(path, content, "application/pdf");
  const { rows, ...plan } = aPlan(1);
  const size = content.length;
  const file = { filename: "own.pdf", contentType: "application/pdf", size, hash };
  return {
    ...plan,
    rows: rows.map((row) => ({ ...row, files: [file] })),
    rowContents: [{ hash, size, from: path, rows: [] }],
  };
}

const DATE_WORDS = { date_language: "de", date_weekday: true } as const;
const EVERY_TEMPLATE_FIELD = { reply_to: "team@example.org", signature: true, ...DATE_WORDS };

/** A plan that fills every field of a send, its snapshot and its rows. */
function everyField(): ReturnType<typeof aPlan> {
  const plan = aPlan(5, {
    copies: { replyTo: "team@example.org", cc: "all@example.org", bcc: "log@example.org" },
    files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }],
    details: { firstSubject: "Hello Person 1", firstPerson: "Person 1", listName: "people.csv" },
  });
  const rows = plan.rows.map((given) => {
    const row = { ...given, person: "Bo", name: "Bo" };
    if (row.n === 1) return { ...row, cc: "boss@example.org", bcc: "b@example.org", recipients: 3 };
    return row.n === 5
      ? { ...row, state: "skipped" as const, reason: "You skipped this row." }
      : row;
  });
  return {
    ...plan,
    mail: { ...plan.mail, ...DATE_WORDS, templateId: "t", signature: "<p>Ada</p>" },
    rows,
  };
}

/** Runs an action whose process dies after so many commits. */
async function killedAfter(commits: number, act: () => Promise<unknown>): Promise<void> {
  const { commit } = WriteBatch.prototype;
  let left = commits;
  const spy = vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(function (
    this: WriteBatch,
  ) {
    left -= 1;
    return left < 0 ? Promise.reject(new Error("killed")) : commit.call(this);
  });
  await act().catch(() => undefined);
  spy.mockRestore();
}

/** All documents and files of the project. */
export async function stored(): Promise<Pick<World, "documents" | "files">> {
  const documents: World["documents"] = {};
  const look = async (collection: FirebaseFirestore.CollectionReference) => {
    for (const document of (await collection.get()).docs) {
      documents[document.ref.path] = document.data();
      await Promise.all((await document.ref.listCollections()).map(look));
    }
  };
  await Promise.all((await firestore().listCollections()).map(look));
  const texts = (await storedFiles("")).map(async (path) => [
    path,
    String((await bucket().file(path).download())[0]),
  ]);
  return { documents, files: Object.fromEntries(await Promise.all(texts)) };
}

/** A field that no version knows yet. */
export const LATER = { later: { kept: true } };

/**
 * Stores a recorded world as if it had been recorded now, with a later field in each document; with
 * its new times.
 */
export async function restoreWorld(recorded: World): Promise<World> {
  const world: World = moved(recorded, Date.now() - recorded.now);
  for (const [path, text] of Object.entries(world.files))
    await writeFile(path, Buffer.from(text), "text/plain");
  const documents = Object.entries(world.documents);
  await createAll(
    documents.map(([path, data]) => [firestore().doc(path), { ...data, ...LATER }] as const),
  );
  return world;
}

/**
 * A copy with later times, also in the names of counters per hour and per second, and with
 * Firestore's timestamps.
 */
function moved({ now, ...world }: World, by: number): World {
  const earliest = now - 60 * 24 * HOUR;
  return JSON.parse(JSON.stringify({ ...world, now }), (_, value) => {
    if (typeof value === "number") return value > earliest ? value + by : value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if (typeof value._seconds === "number")
      return Timestamp.fromMillis(value._seconds * 1_000 + by);
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const unit = /^\d{6}$/.test(name) ? HOUR : /^\d{10}$/.test(name) ? 1_000 : 0;
        return [unit === 0 ? name : String(Number(name) + Math.floor(by / unit)), part];
      }),
    );
  });
}
