import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishDeletions } from "../src/features/account/deleteAccount.ts";
import { resume } from "../src/features/sends/control/control.ts";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { findReceived } from "../src/features/sends/present/presentReceived.ts";
import { listSends } from "../src/features/sends/present/show.ts";
import { readQuota } from "../src/store/dailyQuota.ts";
import { readFile } from "../src/store/files.ts";
import { openSends } from "../src/store/sends/read.ts";
import { readKnownSettings } from "../src/store/settings.ts";
import { endStop } from "../src/store/stops.ts";
import { templatesOf, updateTemplate } from "../src/store/templates.ts";
import { answering, HOUR, ownProject } from "./sendsWorld.ts";
import {
  KNOWS_JOINED_ROWS,
  KNOWS_ROW_FILES,
  LATER,
  NEWER,
  restoreWorld,
  stored,
  type World,
  writeWorld,
} from "./versionWorld.ts";

/**
 * Two versions work on the same documents during a deployment and after a rollback.
 * `fixtures/versions.json` is what an earlier version stored; `npm run versions` wrote it, and runs
 * that version on this one's documents.
 */
ownProject();
const { TOKEN_ENCRYPTION_KEY } = process.env;
process.env.TOKEN_ENCRYPTION_KEY = Buffer.alloc(32, "versions").toString("base64");
afterAll(() => {
  process.env.TOKEN_ENCRYPTION_KEY = TOKEN_ENCRYPTION_KEY;
});

const { SENDWRIGHT_RECORD, SENDWRIGHT_RECORDED, SENDWRIGHT_VERSION = "" } = process.env;
const recorded: World = JSON.parse(
  readFileSync(SENDWRIGHT_RECORDED ?? new URL("./fixtures/versions.json", import.meta.url), "utf8"),
);

// `npm run versions` does one of the two at a time.
if (SENDWRIGHT_RECORDED === undefined) {
  const name =
    "this version stores the fields and values that the recorded one does, and those listed as newer";
  test(name, storesWhatIsKnown);
}
if (SENDWRIGHT_RECORD === undefined)
  describe("what the recorded version stored", finishesWhatIsRecorded);

async function storesWhatIsKnown() {
  const world = await writeWorld(SENDWRIGHT_VERSION);
  if (SENDWRIGHT_RECORD !== undefined)
    writeFileSync(SENDWRIGHT_RECORD, `${JSON.stringify(world, null, 1)}\n`);
  else expectKnown(namesIn(world));
  // A world without one of its states would show too little.
  for (const field of ["sends.state", "sends.pauseReason", "rows.state"]) {
    const [collection = "", name = ""] = field.split(".");
    const found = documentsIn(world.documents, collection).map(([, data]) => data[name]);
    expect(found).toEqual(expect.arrayContaining(world.values[field] ?? []));
  }
}

/**
 * Fails for each name that the recorded version doesn't know or no longer has, with what to do
 * about it.
 */
function expectKnown(names: string[]) {
  const known = namesIn(recorded);
  expect(
    names.filter((name) => !known.includes(name) && !(name in NEWER)),
    "An earlier version doesn't know these fields or values. Can it read their documents, and does a newer write keep them? If so, add each to NEWER with the effect of going back. If not, write them one release later (docs/architecture.md, Other versions).",
  ).toEqual([]);
  expect(
    Object.keys(NEWER).filter((name) => known.includes(name) || !names.includes(name)),
    "Remove these from NEWER: the recorded version knows them, or nothing stores them any more.",
  ).toEqual([]);
  expect(
    known.filter((name) => !names.includes(name)),
    "This version no longer stores what an earlier one reads: it must still be able to after a rollback. Store them again, or store them in versionWorld.ts if only this test doesn't.",
  ).toEqual([]);
}

function finishesWhatIsRecorded() {
  const LIVE = ["scheduled", "queued", "running", "paused"];
  let world: World;
  beforeAll(async () => {
    world = await restoreWorld(recorded);
  });

  test("is finished by this one: each email goes out once, and nothing is lost", async () => {
    const { ada, grace, linus } = world.people;
    const engine = answering();
    for (const { uid } of [ada, grace, linus]) engine.owners.add(uid);
    // The local Google doesn't know the recorded tokens.
    engine.freshAccessToken = async (token) => ({ token, expiresAt: Number.MAX_SAFE_INTEGER });
    const mails: string[] = [];
    const { sendMessage } = engine;
    engine.sendMessage = (call) => {
      mails.push(Buffer.concat(call.message).toString("utf8"));
      return sendMessage(call);
    };
    const work = async () => {
      await sweep(engine, ["starts"]);
      await engine.drain();
    };
    // A preparation that its process didn't finish never becomes a send.
    const sends = documentsIn(world.documents, "sends").filter(
      ([, { state }]) => state !== "preparing",
    );
    const rows = sends.flatMap(([send, { owner, state }]) => {
      const own = documentsIn(world.documents, "rows").filter(([path]) =>
        path.startsWith(`${send}/`),
      );
      return own.map(([path, row]) => ({ path, row, owner, isLive: LIVE.includes(state) }));
    });
    const refused = refusedSends(world.documents);
    const isRefused = (path: string) => refused.some((send) => `${path}/`.startsWith(`${send}/`));
    const waiting = rows.filter(
      ({ path, row, isLive }) => isLive && row.state === "queued" && !isRefused(path),
    );
    expect(waiting.length).toBeGreaterThan(20);
    const sentTo = () => engine.calls.map(({ to }) => to).sort();
    expect(await readQuota("new", { sub: linus.sub, hd: null }, engine.now())).toMatchObject({
      sent: 1,
    });

    // After the lease of the worker that died.
    engine.pass(60_000);
    engine.tasks.push(...world.tasks);
    await work();
    const stopped = waiting.filter(({ owner }) => owner === grace.uid).map(({ row }) => row.to);
    expect(stopped).toHaveLength(2);
    expect(sentTo().filter((to) => stopped.includes(to))).toEqual([]);

    await endStop(grace.uid);
    for (const [, { owner, key, pauseReason }] of sends) {
      if (["user", "errors", "disabled", "reconnect"].includes(pauseReason))
        await resume(engine, owner, key);
    }
    const areOpen = async () =>
      (await Promise.all([openSends(ada.uid), openSends(grace.uid)])).flat().length > 0;
    for (let hour = 0; hour < 48 && (await areOpen()); hour++) {
      await work();
      engine.pass(HOUR);
    }

    expect(sentTo()).toEqual(waiting.map(({ row }) => row.to).sort());
    const { documents } = await stored();
    const ends: Record<string, string> = { queued: "sent", sending: "warning" };
    expect(statesIn(documents)).toEqual({
      ...Object.fromEntries(
        sends.map(([path, { state }]) => [
          path,
          isRefused(path) ? "paused" : LIVE.includes(state) ? "done" : state,
        ]),
      ),
      ...Object.fromEntries(
        rows.map(({ path, row, isLive }) => [
          path,
          (isLive && !isRefused(path) ? ends[row.state] : undefined) ?? row.state,
        ]),
      ),
    });
    for (const path of Object.keys(world.documents))
      expect(documents[path] ?? LATER).toMatchObject(LATER);
    const hasOneWith = (...parts: string[]) =>
      mails.some((mail) => parts.every((part) => mail.includes(part)));
    const common = ["Reply-To: team@example.org", "name=a.txt", "Dear Person ", "\r\nAda\r\n"];
    expect(hasOneWith("Cc: boss@example.org", "Bcc: b@example.org", ...common)).toBe(true);
    expect(hasOneWith("Cc: all@example.org", "Bcc: log@example.org", ...common)).toBe(true);
    for (const { uid } of [ada, grace])
      expect(await listSends(engine, uid)).toMatchObject({ unreadable: 0 });

    // The people whom the recorded version sent this email are found before they get it again.
    const people = rows.flatMap(({ row }) => {
      return row.person === "Bo" && row.state === "sent" ? [{ row: row.n, recipient: row.to }] : [];
    });
    expect(people).toHaveLength(2);
    const email = { template_id: "t", subject: "Hello {{Full Name}}" };
    expect((await findReceived(engine, ada.uid, { ...email, people })).received).toHaveLength(2);

    await finishDeletions(engine.now());
    engine.pass(25 * HOUR);
    await sweep(engine, ["deletions"]);
    const left = await stored();
    const paths = [...Object.keys(left.documents), ...Object.keys(left.files)].filter((path) =>
      isOf(path),
    );
    const kept = paths.filter((path) => /^sends\/.*\//.test(path) && isRefused(path));
    // Of one that waits: its row, its email and its files.
    const waits = [...Object.keys(world.documents), ...Object.keys(world.files)].filter(
      (path) => /^sends\/.*\//.test(path) && isRefused(path),
    );
    expect(kept.sort()).toEqual(waits.sort());
    expect(
      paths.filter(
        (path) => (/^sends\/.*\//.test(path) && !isRefused(path)) || path.includes(linus.uid),
      ),
    ).toEqual([]);
    expect(Object.values(left.documents).filter(({ owner }) => owner === linus.uid)).toEqual([]);
  });

  test("opens and can be changed: a template, its file and the settings", async () => {
    const { documents, people } = recorded;
    const { uid } = people.ada;
    const { templates, unreadable } = await templatesOf(uid);
    expect(unreadable).toEqual([]);
    const [, before] =
      documentsIn(documents, "templates").find(([, { owner }]) => owner === uid) ?? [];
    const { owner: _owner, updatedAt: _time, ...fields } = before ?? {};
    expect(templates).toMatchObject([fields]);
    const [template] = templates;
    if (!template) throw new Error("There is no template.");
    expect(String(await readFile(template.attachments[0]?.storage_path ?? ""))).toBe("a");
    const { name: _name, subject, body, dateFormat, timeFormat } = template;
    const change = { name: "New", subject, body, dateFormat, timeFormat };
    const saved = await updateTemplate(
      uid,
      template.id,
      change,
      String(template.revision),
      () => undefined,
    );
    expect((await stored()).documents[`templates/${template.id}`]).toMatchObject(LATER);
    expect(saved).toMatchObject({ ...fields, name: "New", revision: template.revision + 1 });
    const settings = documents[`settings/${uid}`];
    expect(await readKnownSettings(uid)).toEqual({ isReadable: true, settings });
  });
}

/** The paths of the sends whose emails this version must not send, because it can't read them. */
function refusedSends(documents: World["documents"]): string[] {
  return documentsIn(documents, "snapshot").flatMap(([path, { files, dateOrders }]) => {
    const isReadable =
      (KNOWS_ROW_FILES || Array.isArray(files)) && (KNOWS_JOINED_ROWS || Array.isArray(dateOrders));
    return isReadable ? [] : path.replace(/\/snapshot\/.*/, "");
  });
}

/** Paths and data of a collection's documents. */
function documentsIn(documents: World["documents"], collection: string) {
  return Object.entries(documents).filter(([path]) => path.split("/").at(-2) === collection);
}

/** The states of the recorded people's sends and rows, by path. */
function statesIn(documents: World["documents"]): Record<string, string> {
  const all = [...documentsIn(documents, "sends"), ...documentsIn(documents, "rows")];
  return Object.fromEntries(
    all.filter(([path]) => isOf(path)).map(([path, { state }]) => [path, state]),
  );
}

/** Whether a path is one of the recorded people's. */
function isOf(path: string): boolean {
  return Object.values(recorded.people).some(({ uid }) => path.includes(uid));
}

/**
 * Every field of a world's documents and tasks with the kind of its content, and every value of a
 * choice.
 */
function namesIn({ documents, values, tasks }: World): string[] {
  const names = new Set(
    Object.entries(values).flatMap(([field, all]) => all.map((value) => `${field}: "${value}"`)),
  );
  const look = (name: string, value: unknown): void => {
    const kind = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
    names.add(`${name}: ${kind}`);
    // Counters have hours or seconds as names.
    const parts = Object.entries(value instanceof Object ? value : {}).filter(
      ([field]) => !/^\d{6,}$/.test(field),
    );
    for (const [field, part] of parts)
      look(kind === "list" ? `${name}[]` : `${name}.${field}`, part);
  };
  for (const [path, data] of Object.entries(documents)) look(path.split("/").at(-2) ?? "", data);
  for (const task of tasks) look("tasks", task);
  return [...names].sort();
}
