import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Query } from "firebase-admin/firestore";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../operator/commands.ts";
import { type RotationSteps, rotateKey } from "../operator/rotateKey.ts";
import { parseTokenKeys } from "../src/config.ts";
import { deleteAccount, finishDeletions } from "../src/features/account/deleteAccount.ts";
import type { User } from "../src/http/requireUser.ts";
import { accountState } from "../src/platform/accounts.ts";
import { auth, firestore } from "../src/platform/firebase.ts";
import { open } from "../src/platform/tokenVault.ts";
import { readGrant, resealGrants, storeGrant } from "../src/store/grants.ts";
import { senders } from "../src/store/senders.ts";
import { numbersOfDay } from "../src/store/sends/dayNumbers.ts";
import { sendRef } from "../src/store/sends/documents.ts";
import { reportStuck, stuckNow } from "../src/store/sends/operatorView.ts";
import { readSend } from "../src/store/sends/read.ts";
import { allStops, beginStop, endStop, keepStop, restoreStop, stopOf } from "../src/store/stops.ts";
import { expectSend } from "./expectations.ts";
import { storedTemplates } from "./owners.ts";
import {
  aPlan,
  aSender,
  aTemplate,
  begun,
  HOUR,
  ownProject,
  type TestEngine,
  testEngine,
  wholeSlice,
} from "./sendsWorld.ts";

/**
 * `npm run operator`, as an operator runs it: what it does, and that it prints no address, subject
 * or text.
 */
const project = ownProject();
const root = join(import.meta.dirname, "../..");
const DAY = 24 * HOUR;

/** What the command answers, or its sentence if it refuses. */
async function operator(...words: string[]): Promise<string> {
  const lines = runCommand(["--project", project, ...words], () => {});
  return lines.then(
    (said) => `${said.join("\n")}\n`,
    (cause: Error) => cause.message,
  );
}

/** All that the program prints, and its exit status. */
async function program(...words: string[]): Promise<{ said: string; code: number }> {
  const args = [
    "--import",
    "tsx",
    "functions/operator/operator.ts",
    "--project",
    project,
    ...words,
  ];
  return promisify(execFile)(process.execPath, args, { cwd: root }).then(
    ({ stdout, stderr }) => ({ said: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }) => ({ said: stdout + stderr, code }),
  );
}

async function importUser(user: User): Promise<void> {
  const providerData = [{ providerId: "google.com", uid: user.sub, email: user.email }];
  await auth().importUsers([
    { uid: user.uid, email: user.email, displayName: "Ada", providerData },
  ]);
}

let user: User;
let engine: TestEngine;
beforeEach(async () => {
  user = await aSender();
  engine = testEngine();
  await importUser(user);
});
afterEach(async () => {
  for (const { uid } of await allStops(100)) await endStop(uid);
  // Otherwise the last test would finish the deletions of all others, too.
  await senders().doc(user.uid).delete();
});

describe("stop and start", () => {
  it("stop everyone with a reason, say so, and let them continue", async () => {
    expect(await operator("stop", "--all", "A fault", "of ours.")).toContain(
      "All sending is stopped: within seconds",
    );
    expect(await stopOf(user.uid)).toMatchObject({ reason: "A fault of ours." });
    expect(await operator("status")).toMatch(
      /^All sending is stopped, since 20\d\d-.*: "A fault of ours\."$/m,
    );
    const said = await operator("start", "--all");
    expect(said).toContain(
      "The stop of all sending is over.\nWhat waited for it goes out within about six minutes.",
    );
    expect(await stopOf(user.uid)).toBeNull();
    expect(await operator("start", "--all")).toContain("was over already");
  });

  it("stop one account by address, print its id, and let it continue by id", async () => {
    const said = await operator("stop", "--user", user.email);
    expect(said).toContain(`Sending for user ${user.uid} is stopped`);
    expect(said).not.toContain(user.email);
    expect(await stopOf("another")).toBeNull();
    expect(await stopOf(user.uid)).toMatchObject({ reason: "" });
    expect(await operator("start", "--user", user.uid)).toContain(
      `The stop of user ${user.uid} is over.`,
    );
    expect(await stopOf(user.uid)).toBeNull();
  });
});

describe("a stop that survives the account", () => {
  it("ends for good: the deletion of the earlier account, which ends later, brings nothing back", async () => {
    const [before, after, sub] = [randomUUID(), randomUUID(), randomUUID()];
    await beginStop(before, "We are asking you something.", Date.now(), sub);
    await restoreStop(after, sub);
    expect(await stopOf(after, sub)).not.toBeNull();
    expect(await endStop(after, sub)).toBe(true);
    await keepStop(before, sub);
    expect([await stopOf(before, sub), await stopOf(after, sub)]).toEqual([null, null]);
    // The same, if the deletion had kept the stop of an account that nothing named.
    await beginStop(before, "We are asking you something.", Date.now(), null);
    await keepStop(before, sub);
    expect(await stopOf(after, sub)).not.toBeNull();
    await endStop(after, sub);
  });

  /** The same person, after a new sign-in. */
  const again = (): User => ({ ...user, uid: `new-${user.uid}` });

  it.each(["by its owner", "by an operator"])(
    "and its deletion %s stops the new one",
    async (by) => {
      expect(
        await operator("stop", "--user", user.email, "We are asking you something first."),
      ).toContain("is stopped");
      if (by === "by its owner") await deleteAccount(user.uid, user.sub);
      else
        expect(await operator("delete-user", user.email)).toContain(
          "A stop of their account stays",
        );
      await importUser(again());
      expect(await stopOf(again().uid, user.sub)).toMatchObject({
        reason: "We are asking you something first.",
      });
      const id = await begun(again(), engine, 1);
      await wholeSlice(engine, again());
      await expectSend(id, { state: "paused", pauseReason: "stopped" });
      expect(await operator("start", "--user", user.email)).toContain("is over");
      expect(await stopOf(again().uid, user.sub)).toBeNull();
      expect(await operator("status")).toContain("Nothing is stopped.");
    },
  );

  it("is listed without the user's id, and ends by the id under which it is listed", async () => {
    await operator("stop", "--user", user.uid, "We are asking.");
    expect((await operator("status")).trim().split("\n")).toEqual([
      expect.stringContaining(`user ${user.uid}`),
    ]);
    await deleteAccount(user.uid, user.sub);
    const status = await operator("status");
    expect(status).not.toContain(user.uid);
    const [, id = ""] =
      /^Stopped: deleted account (google-[\w-]{43}), since .*: "We are asking\."$/m.exec(status) ??
      [];
    // A new account, already stopped, continues, too.
    await begun(again(), engine, 1);
    expect(await stopOf(again().uid)).not.toBeNull();
    expect(await operator("start", "--user", id)).toContain(`The stop of user ${id} is over.`);
    expect(await allStops(100)).toEqual([]);
  });

  it("can be written by a version that knew only the user's id", async () => {
    await beginStop(user.uid, "of before", 1);
    await deleteAccount(user.uid, user.sub);
    expect(await stopOf(again().uid, user.sub)).toEqual({ reason: "of before", since: 1 });
    expect((await firestore().collection("stops").doc(user.uid).get()).exists).toBe(false);
  });

  it("and that an operator's deletion finds is there before the person can sign in again", async () => {
    await beginStop(user.uid, "of before", 1);
    await operator("delete-user", user.uid);
    expect(await stopOf(again().uid, user.sub)).toEqual({ reason: "of before", since: 1 });
  });
});

/** Characters of every kind that an address may have. */
const LOCAL_PARTS = ["o'brien", "a+b", "a&b", "a/b=c", "!#$%*?^_`{|}~", "ADA.Lovelace", "-dash"];

describe("each valid address", () => {
  it.each([
    ...LOCAL_PARTS.map((local) => [`${local}@example.org`, `${local}@example.org`]),
    ["ada@BÜCHER.example", "ada@bücher.example"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@xn--bcher-kva.example", "ada@bücher.example"],
  ])(
    "%s reaches the account of %s: stop, start, export and delete",
    async (named = "", stored = "") => {
      const email = stored.replace("@", `${user.uid.slice(0, 8)}@`);
      const name = named.replace("@", `${user.uid.slice(0, 8)}@`);
      await auth().updateUser(user.uid, { email });
      expect(await operator("stop", `--user=${name}`)).toContain(
        `Sending for user ${user.uid} is stopped`,
      );
      expect(await operator("start", `--user=${name}`)).toContain(
        `The stop of user ${user.uid} is over.`,
      );
      const folder = mkdtempSync(join(tmpdir(), "operator-"));
      try {
        const said = await operator("export-user", "--", name, join(folder, "all.zip"));
        expect(said).toContain(`The data of user ${user.uid} is in`);
      } finally {
        rmSync(folder, { recursive: true });
      }
      expect(await operator("delete-user", "--", name)).toContain(
        `User ${user.uid} is being deleted.`,
      );
    },
  );
});

describe("stuck", () => {
  it("names each send and account that needs a person, and why", async () => {
    const begin = () => begun(user, engine, 3);
    const change = (id: string, fields: object) => sendRef(id).withConverter(null).update(fields);
    const [late, unreadable, faulty, failing, mine, waiting, over] = [
      await begin(),
      await begin(),
      await begin(),
      await begin(),
      await begin(),
      await begin(),
      await begin(),
    ];
    const now = Date.now();
    await change(late, { wakeAt: now - HOUR });
    await change(unreadable, { counts: "many", unreadable: 2, wakeAt: now + HOUR });
    await change(faulty, { faults: 1 });
    await change(failing, {
      state: "paused",
      pauseReason: "errors",
      pausedAt: now - 2 * HOUR,
      faults: 3,
    });
    await change(mine, { state: "paused", pauseReason: "user", pausedAt: now });
    await change(waiting, { state: "paused", pauseReason: "stopped", pausedAt: now });
    // As earlier versions ended it.
    await change(over, { state: "done", faults: 1, wakeAt: null });
    await senders()
      .withConverter(null)
      .doc(user.uid)
      .set({ leaseUntil: now - HOUR, goneAt: now - 3 * HOUR });
    const stuck = (await stuckNow(now, 100)).filter(({ id }) => id.startsWith(user.uid));
    expect(stuck.map(({ id, reason }) => [id.slice(user.uid.length), reason])).toEqual([
      ["", "its deletion isn't finished"],
      [failing.slice(user.uid.length), "paused: ten emails in a row, or three tries, failed"],
      [late.slice(user.uid.length), "due, and not attended to"],
      ["", "its worker died, and no other came"],
      [unreadable.slice(user.uid.length), "its document can't be read"],
      [faulty.slice(user.uid.length), "its worker died, or its email couldn't be loaded"],
    ]);
    const said = await operator("stuck");
    expect(said).toContain(
      `send ${failing}: paused: ten emails in a row, or three tries, failed, since `,
    );
    expect(said).toContain("; 3 of 3 emails to go");
    for (const word of [user.email, "@", "Hello", "Person 1"]) expect(said).not.toContain(word);

    const written = vi
      .spyOn(Reflect.get(console, "_stderr") as NodeJS.WriteStream, "write")
      .mockReturnValue(true);
    const hour = now - (now % HOUR) + HOUR;
    await reportStuck(hour + 90_000);
    expect(written).not.toHaveBeenCalled();
    await reportStuck(hour + 30_000);
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({
      message: "sends are stuck",
    });
    written.mockRestore();
  });
});

it("isn't hidden by many sends that have ended, that their owners have paused, or must reconnect", async () => {
  const now = Date.now();
  const changed = async (fields: object) => {
    const id = await begun(user, engine, 1);
    await sendRef(id).withConverter(null).update(fields);
    return id;
  };
  const paused = (pauseReason: string) =>
    changed({ state: "paused", pauseReason, pausedAt: now, faults: 1 });
  const ids = [
    await paused("user"),
    await changed({ state: "cancelled", faults: 1, wakeAt: null }),
    await paused("errors"),
    await paused("reconnect"),
  ];
  const found = async (reasons?: ("errors" | "reconnect")[]) =>
    (await stuckNow(now, 1_000, reasons)).map(({ id }) => id).filter((id) => ids.includes(id));
  const query = vi.spyOn(Query.prototype, "get");
  expect((await found()).sort()).toEqual([ids[2], ids[3]].sort());
  expect(await found(["errors"])).toEqual([ids[2]]);
  const results = await Promise.all(query.mock.results.map(({ value }) => value));
  const read = results.flatMap(({ docs }) => docs.map(({ id }: { id: string }) => id));
  expect(read.filter((id: string) => ids.slice(0, 2).includes(id))).toEqual([]);
  query.mockRestore();
  const kinds = (await stuckNow(now, 1)).map(({ reason }) => reason);
  expect(kinds.filter((reason) => reason.startsWith("paused"))).toHaveLength(2);
});

describe("day", () => {
  it("counts the sends of the last 24 hours, their emails and people, and prints numbers only", async () => {
    const before = await numbersOfDay(Date.now(), 100_000);
    await begun(user, engine, aPlan(2));
    await begun(user, engine, aPlan(3, { kind: "direct" }));
    await wholeSlice(engine, user);
    await begun(user, engine, aPlan(4, { startAt: engine.now() + DAY }));
    const old = await begun(user, engine, 1);
    await sendRef(old).update({ createdAt: Date.now() - DAY - 1 });
    const after = await numbersOfDay(Date.now(), 100_000);
    expect(after.sends).toEqual({
      ...before.sends,
      csv: before.sends.csv + 2,
      direct: before.sends.direct + 1,
    });
    expect(after.users).toBe(before.users + 1);
    expect(after.emails).toMatchObject({
      sent: before.emails.sent + 5,
      left: before.emails.left + 4,
    });
    expect(after.open.scheduled).toBe((before.open.scheduled ?? 0) + 1);
    const total = ({ sends }: typeof after) => Object.values(sends).reduce((sum, n) => sum + n, 0);
    expect(await numbersOfDay(Date.now(), total(after))).toEqual(after);
    const cut = await numbersOfDay(Date.now(), total(after) - 1);
    expect([total(cut), cut.isCut]).toEqual([total(after) - 1, true]);
    const said = await operator("day");
    expect(said).toMatch(/^Sends begun in the last 24 hours: \d+, by \d+ users? \(/);
    for (const word of [user.email, "@", "Hello", "Person 1"]) expect(said).not.toContain(word);
  });
});

describe("export-user", () => {
  it("writes a user's data to a new file that only its owner can read, and prints only its name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "operator-"));
    try {
      await aTemplate(user.uid, { name: "Invitation" });
      const file = join(folder, "all.zip");
      const said = await operator("export-user", user.email, file);
      expect(said).toContain(`The data of user ${user.uid} is in ${file}.`);
      expect(said).not.toContain(user.email);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const listed = execFileSync("python3", ["-m", "zipfile", "-l", file], { encoding: "utf8" });
      for (const name of ["account.json", "sends.json", "01 Invitation/template.json"])
        expect(listed).toContain(name);
      expect(await operator("export-user", user.uid, file)).toContain("EEXIST");
      expect(statSync(file).size).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("leaves no half file if one of the user's is missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "operator-"));
    try {
      const gone = {
        original_filename: "a.txt",
        content_type: "text/plain",
        size: 1,
        storage_path: `users/${user.uid}/gone`,
      };
      await aTemplate(user.uid, {}, [gone]);
      const said = await operator("export-user", user.uid, join(folder, "all.zip"));
      expect(said).toBe("This file no longer exists.");
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("delete-user", () => {
  it.each(["by address", "by id", "by id, if the console has already deleted them"])(
    "deletes a user %s, also while sending is stopped, and prints neither address nor data",
    async (how) => {
      await aTemplate(user.uid);
      const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + DAY }));
      if (how.endsWith("already")) await auth().deleteUser(user.uid);
      else await operator("stop", "--user", user.uid);
      const said = await operator("delete-user", how === "by address" ? user.email : user.uid);
      expect(said).toContain(`User ${user.uid} is being deleted.`);
      expect(said).not.toContain(user.email);
      expect(await accountState(user.uid)).toBe("gone");
      await expectSend(id, { state: "cancelled", cancelledBy: "ownerDeleted" });
      await finishDeletions(engine.now() + 600_000);
      expect(await storedTemplates(user.uid)).toEqual([]);
      expect(await readSend(id)).toBeNull();
      expect((await firestore().collection("stops").doc(user.uid).get()).exists).toBe(false);
      // The permission's owner wasn't known any more: the nightly check of the grants ends it.
      if (!how.endsWith("already")) expect(await readGrant(user.sub)).toBeNull();
    },
  );
});

const UID = "kW3mZ8vTq1Rb5NcYp0LdXe7UaJf2";
it.each([
  [
    "an address that no one has",
    ["stop", "--user", "nobody@example.com"],
    "There is no such user.",
  ],
  [
    "an id that no one has: a stop that stops no one would reassure",
    ["stop", "--user", "nobody"],
    "no such user",
  ],
  ["to start an id that no one has", ["start", "--user", "nobody"], "no such user"],
  [
    "to export an address that no one has",
    ["export-user", "nobody@example.com", "a.zip"],
    "no such user",
  ],
  ["to delete an address that no one has", ["delete-user", "nobody@example.com"], "no such user"],
  ["to delete an id under which nothing is stored", ["delete-user", "nobody"], "no such user"],
  ["to stop no one in particular", ["stop"], '"stop --all" for everyone'],
  [
    "a person without --user: it would have stopped everyone",
    ["stop", "ada@example.com"],
    "For whom?",
  ],
  ["a reason alone", ["stop", "A fault of ours."], "For whom?"],
  ["to start no one in particular", ["start"], '"start --all" for everyone'],
  ["everyone and one person", ["stop", "--all", "--user", "ada@example.com"], "For whom?"],
  [
    "to start everyone and one person",
    ["start", "--user", "ada@example.com", "--all"],
    "For whom?",
  ],
  [
    "two people, of whom one would be forgotten",
    ["stop", "--user", "ada@a.co", "--user", "bob@a.co"],
    "one --user",
  ],
  ["everyone as a person", ["start", "--user", "all"], "write --all"],
  ["neither an address nor an id", ["stop", "--user", "A fault of ours."], "This is neither"],
  ["an empty person", ["stop", "--user", ""], "This is neither"],
  ["an address as the reason", ["stop", "--all", "ada@example.com"], "People read the reason"],
  [
    "an address in the reason",
    ["stop", "--all", "Ask", "ada@example.com."],
    "People read the reason",
  ],
  ["an id as the reason", ["stop", "--all", UID], "People read the reason"],
  [
    "an account's number in the reason",
    ["stop", "Of 108234567890123456789", "--all"],
    "People read the reason",
  ],
  [
    "a second person as the reason",
    ["stop", "--user", "ada@a.co", "bob@a.co"],
    "People read the reason",
  ],
  [
    "file and person the wrong way round",
    ["export-user", "all.zip", "ada@example.com"],
    "First the user",
  ],
  ["no user", ["delete-user"], "Use it like this"],
  ["two users", ["delete-user", "ada@example.com", "bob@example.com"], "Use it like this"],
  [
    "a person as an option where it is a word",
    ["delete-user", "--user", "ada@example.com"],
    "Use it like this",
  ],
  ["everyone where a command needs a person", ["delete-user", "--all"], "Use it like this"],
  ["no command", [], "Use it like this"],
  ["words that a command doesn't know", ["start", "everyone"], "Use it like this"],
  ["a long reason", ["stop", "--all", "x".repeat(301)], "300 characters"],
  ["an option that a command doesn't know", ["status", "--all"], "Use it like this"],
  ["an unknown option", ["status", "--everyone"], "Use it like this"],
  [
    "a real project while emulators are named",
    ["status", "--project", "mail-of-ours"],
    "must have neither",
  ],
])("refuses %s", async (_what, words, sentence) => {
  expect(await operator(...words)).toContain(sentence);
  expect(await allStops(100)).toEqual([]);
});

it("the program prints an answer and ends with 0, or a sentence and ends with 1", async () => {
  const stopped = await program("stop", "--user", user.email, "We are asking.");
  expect(stopped).toEqual({
    said: expect.stringContaining(`Sending for user ${user.uid} is stopped`),
    code: 0,
  });
  expect(await program("status")).toEqual({
    said: expect.stringMatching(/^Stopped: user .*"We are asking\."\n$/),
    code: 0,
  });
  expect(await program("start", "--user", "nobody@example.com")).toEqual({
    said: "There is no such user. Check the address or the id.\n",
    code: 1,
  });
});

describe("rotate-key", () => {
  const grants = () => firestore().collection("grants");

  it("seals every grant with the new key before the old one goes; the server can read them at each deployment", async () => {
    const grant = await readGrant(user.sub);
    if (!grant) throw new Error("The user has no grant.");
    // More than one read of them, and a copy that no key opens.
    await Promise.all(
      Array.from({ length: 250 }, (_, i) => storeGrant({ ...grant, sub: `${user.sub}-${i}` })),
    );
    await grants()
      .doc(`${user.sub}-lost`)
      .set((await grants().doc(user.sub).get()).data() ?? {});
    const stored = async (sub: string) => (await grants().doc(sub).get()).get("refresh_token");
    const old = process.env.TOKEN_ENCRYPTION_KEY ?? "";
    const versions = [old];
    const deployed: string[] = [];
    const steps: RotationSteps = {
      readSecret: async () => versions.at(-1) ?? "",
      addVersion: async (keys) => void versions.push(keys),
      destroyEarlier: async () => void versions.splice(0, versions.length - 1),
      deploy: async () => {
        const keys = versions.at(-1) ?? "";
        for (const sub of [user.sub, `${user.sub}-249`])
          expect(open(await stored(sub), sub, parseTokenKeys(keys))).toBe(grant.refreshToken);
        deployed.push(keys);
        // An instance of the version before still has the old key alone.
        await storeGrant({ ...grant, sub: `${user.sub}-late` });
      },
      reseal: resealGrants,
    };
    const said = await rotateKey(steps);
    const [key = ""] = versions;
    expect(versions).toHaveLength(1);
    expect(deployed).toEqual([`${key},${old}`, key]);
    expect(open(await stored(`${user.sub}-late`), `${user.sub}-late`, parseTokenKeys(key))).toBe(
      grant.refreshToken,
    );
    expect(said[1]).toBe("1 can't be opened with either key: their owners must sign in again.");
    const { id } = parseTokenKeys(key)[0];
    expect((await grants().where("refresh_token.key_id", "!=", id).get()).size).toBe(1);
  });
});
