import { randomUUID } from "node:crypto";
import { getExport, startExport } from "@sendwright/core/contract/account";
import { MINUTE } from "@sendwright/core/dates/units";
import { FieldValue } from "firebase-admin/firestore";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccount, finishDeletions } from "../src/features/account/deleteAccount.ts";
import { shownExport } from "../src/features/account/export/shownExport.ts";
import {
  type ExportSteps,
  steps,
  sweepExports,
  workOnExport,
} from "../src/features/account/export/work.ts";
import { auth, bucket, firestore } from "../src/platform/firebase.ts";
import { beginExport, offeredUntil, readExport, type StoredExport } from "../src/store/exports.ts";
import { copyFile, deleteFile, joinFiles, readFile, writeFile } from "../src/store/files.ts";
import { exported, largeTemplate, unpack, workThrough } from "./exportWorld.ts";
import { mortalSteps } from "./failures.ts";
import { type Person, signIn } from "./harness.ts";
import { anOwner, type Owner, PICTURE, storedFiles } from "./owners.ts";
import { testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** The task that writes an export: what ends it, what continues it, and what deletes its file. */
const engine = testEngine();
const api = wholeApi(engine);

const MB = 1024 * 1024;
const stateOf = async ({ token }: Person) => (await api.call(getExport, {}, { token })).body.export;
const filesOf = ({ uid }: Person) => storedFiles(`exports/${uid}/`);

/** A clock that is so many milliseconds ahead. */
const ahead = (ms: number) => () => Date.now() + ms;

async function begun({ uid }: Person): Promise<StoredExport> {
  return (await beginExport(uid, Date.now())).made;
}

/** The files in the zip that a person's address gives, by their own names. */
async function downloaded(person: Person): Promise<Map<string, Buffer>> {
  const state = await stateOf(person);
  if (state.state !== "ready") throw new Error(`The export is ${state.state}.`);
  const answer = await fetch(state.address);
  expect(answer.status).toBe(200);
  const all = await unpack(answer);
  return new Map([...all].map(([path, content]) => [path.replace(/^.*\/(\d\d )?/, ""), content]));
}

/** The files of an export of an owner of one of everything. */
const NAMES = [
  ...["account.json", "earlier versions.json", "email.json", PICTURE],
  ...["rows.json", "sends.json", "template.json"],
];

/** Steps of which `change` replaces some. */
const withSteps = (change: Partial<ExportSteps>): ExportSteps => ({ ...steps, ...change });

describe("an export of 40 MB", () => {
  let ada: Person;
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    ada = await signIn(api);
    // Two parts: the first two templates, and the third.
    const sizes = Array.from({ length: 9 }, () => Math.round(4.4 * MB));
    files = new Map([
      ...(await largeTemplate(ada.uid, "A", sizes.slice(0, 4))),
      ...(await largeTemplate(ada.uid, "B", sizes.slice(4, 8))),
      ...(await largeTemplate(ada.uid, "C", sizes.slice(8))),
    ]);
  });
  beforeEach(async () => {
    await firestore().collection("exports").doc(ada.uid).delete();
  });

  async function expectWhole(): Promise<void> {
    const all = await downloaded(ada);
    for (const [name, content] of files) expect(all.get(name)?.equals(content), name).toBe(true);
    expect(await filesOf(ada)).toContainEqual(expect.stringMatching(/\/sendwright\.zip$/));
  }

  it("shows how far it is, and ends as one file", async () => {
    await begun(ada);
    expect(await stateOf(ada)).toEqual({ state: "working", done: 0, total: 0 });
    const seen: unknown[] = [];
    const saveExport: ExportSteps["saveExport"] = async (...given) => {
      const saved = await steps.saveExport(...given);
      seen.push(await stateOf(ada));
      return saved;
    };
    await workThrough(ada.uid, withSteps({ saveExport }));
    const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    const first = [...files.values()].slice(0, 8).reduce((sum, { length }) => sum + length, 0);
    expect(seen).toEqual([0, first, total].map((done) => ({ state: "working", done, total })));
    await expectWhole();
    expect(await filesOf(ada)).toHaveLength(1);
  });

  it("is resumed wherever its task is killed, and doesn't write finished parts again", async () => {
    const counted = mortalSteps(steps, Number.POSITIVE_INFINITY);
    await begun(ada);
    await workThrough(ada.uid, counted);
    const moments = counted.met();
    expect(moments).toBe(24);
    // After the second part was written but not saved, and before the parts are joined.
    for (const moment of [14, 21]) {
      await firestore().collection("exports").doc(ada.uid).delete();
      const task = { uid: ada.uid, id: (await begun(ada)).id };
      await workOnExport(task, Date.now, mortalSteps(steps, moment)).catch(() => undefined);
      const left = await readExport(ada.uid);
      // Its queue tries at once; the worker that died still holds it.
      await workOnExport(task);
      if (left?.holder) expect(await readExport(ada.uid)).toEqual(left);
      const written: string[] = [];
      const streamFile: ExportSteps["streamFile"] = (path, ...rest) => {
        written.push(
          path
            .slice(path.lastIndexOf("/") + 1)
            .split("-", 2)
            .join("-"),
        );
        return steps.streamFile(path, ...rest);
      };
      await workOnExport(task, ahead(2 * MINUTE), withSteps({ streamFile }));
      for (const { name } of left?.parts ?? [])
        expect(written).not.toContain(name.split("-", 2).join("-"));
      await expectWhole();
    }
  });
});

describe("an export", () => {
  let ada: Owner;
  beforeEach(async () => {
    ada = await anOwner(engine);
  });

  it("takes the place of an earlier one that is no longer offered, whose file goes at once", async () => {
    await exported(api, ada);
    const { made } = await beginExport(ada.uid, Date.now() + 41 * MINUTE);
    await workThrough(ada.uid);
    expect(await filesOf(ada)).toEqual([
      expect.stringMatching(`^exports/${ada.uid}/${made.id}/.*/sendwright.zip$`),
    ]);
  });

  it("is offered until its time is over, and not from then on", async () => {
    await exported(api, ada);
    const made = await readExport(ada.uid);
    if (made === null) throw new Error("There is no export.");
    const until = offeredUntil(made);
    expect(await shownExport(ada.uid, made, until - 1)).toMatchObject({ state: "ready" });
    expect(await shownExport(ada.uid, made, until)).toEqual({ state: "none" });
  });

  it("is begun once: a second call, also at the same moment, returns the one at work or ready", async () => {
    const begin = () => api.call(startExport, {}, ada);
    await Promise.all([begin(), begin(), begin()]);
    const id = (await readExport(ada.uid))?.id;
    await workThrough(ada.uid);
    expect((await begin()).body.export.state).toBe("ready");
    expect((await readExport(ada.uid))?.id).toBe(id);
    expect(await filesOf(ada)).toEqual([
      expect.stringMatching(`^exports/${ada.uid}/${id}/.*/sendwright.zip$`),
    ]);
  });

  it("isn't touched by an attempt that was wrongly taken for dead and still joins the parts", async () => {
    const task = { uid: ada.uid, id: (await begun(ada)).id };
    const joinFiles: ExportSteps["joinFiles"] = async (_paths, to) => {
      // A minute later, another one does all of it.
      await workOnExport(task, ahead(2 * MINUTE));
      await writeFile(to, Buffer.from("half"), "application/zip");
      throw new Error("Storage hangs.");
    };
    await workOnExport(task, Date.now, withSteps({ joinFiles }));
    await expectWhole(ada);
  });

  it("of an earlier version, whose file had one name, is still offered", async () => {
    await exported(api, ada);
    const { id } = (await readExport(ada.uid)) as StoredExport;
    const [path = ""] = await filesOf(ada);
    await copyFile(path, `exports/${ada.uid}/${id}/sendwright.zip`);
    await deleteFile(path);
    await firestore().collection("exports").doc(ada.uid).update({ file: FieldValue.delete() });
    await expectWhole(ada);
  });

  /** The zip is complete, and has the owner's template, send and files. */
  async function expectWhole(owner: Owner): Promise<void> {
    const all = await downloaded(owner);
    expect([...all.keys()].sort()).toEqual([...NAMES]);
    expect(all.get(PICTURE)?.toString()).toBe("GIF89a");
  }

  it("is whole if an attempt that was taken for dead continues beside the next", async () => {
    const task = { uid: ada.uid, id: (await begun(ada)).id };
    let resumed = Promise.resolve();
    const streamFile: ExportSteps["streamFile"] = async (...given) => {
      await steps.streamFile(...given);
      resumed = workOnExport(task, ahead(2 * MINUTE));
      await resumed;
    };
    await workOnExport(task, Date.now, withSteps({ streamFile }));
    await expectWhole(ada);
  });

  it("continues in the next task when its time is over", async () => {
    const task = { uid: ada.uid, id: (await begun(ada)).id };
    const asked: unknown[] = [];
    const askForExport: ExportSteps["askForExport"] = async (next) => void asked.push(next);
    // A clock that jumps: each part takes longer than a task.
    let passed = 0;
    const slow = () => Date.now() + 3 * MINUTE * passed++;
    await workOnExport(task, slow, withSteps({ askForExport }));
    expect(asked).toEqual([task]);
    await workThrough(ada.uid);
    await expectWhole(ada);
  });

  it("is resumed wherever its task is killed", async () => {
    const counted = mortalSteps(steps, Number.POSITIVE_INFINITY);
    await begun(ada);
    await workThrough(ada.uid, counted);
    for (let moment = 1; moment <= counted.met(); moment++) {
      await firestore().collection("exports").doc(ada.uid).delete();
      const task = { uid: ada.uid, id: (await begun(ada)).id };
      await workOnExport(task, Date.now, mortalSteps(steps, moment)).catch(() => undefined);
      await workOnExport(task, ahead(2 * MINUTE));
      expect([moment, (await stateOf(ada)).state]).toEqual([moment, "ready"]);
    }
    await expectWhole(ada);
  });

  it("is deleted by the sweep within an hour of its end, after the last address has ended", async () => {
    await exported(api, ada);
    const made = await readExport(ada.uid);
    const end = made?.endedAt ?? 0;
    const state = await stateOf(ada);
    if (state.state !== "ready") throw new Error(state.state);
    expect(Date.parse(state.until)).toBe(end + 40 * MINUTE);
    await sweepExports(end + 55 * MINUTE - 1);
    expect((await fetch(state.address)).status).toBe(200);
    await sweepExports(end + 55 * MINUTE);
    expect((await fetch(state.address)).status).toBe(404);
    expect(await filesOf(ada)).toEqual([]);
    expect(await readExport(ada.uid)).toBeNull();
    expect(await stateOf(ada)).toEqual({ state: "none" });
  });

  it("is asked for again by the sweep if its task never came, and fails if none ever comes", async () => {
    const { id, askedAt } = await begun(ada);
    await sweepExports(askedAt + MINUTE);
    expect((await readExport(ada.uid))?.wakeAt).toBe(askedAt + 2 * MINUTE);
    await sweepExports(askedAt + 2 * MINUTE);
    expect((await readExport(ada.uid))?.wakeAt).toBe(askedAt + 4 * MINUTE);
    await sweepExports(askedAt + 12 * 60 * MINUTE + 1);
    expect(await readExport(ada.uid)).toMatchObject({ id, state: "failed" });
    expect(await stateOf(ada)).toMatchObject({ state: "failed" });
  });

  it("that can't be read is shown to its owner as such, replaced by a new one, and deleted when its time is over", async () => {
    const document = firestore().collection("exports").doc(ada.uid);
    const { id, wakeAt } = await begun(ada);
    await document.update({ state: "waiting for the moon" });
    const asked = await api.request("GET", "/api/account/export/state", ada);
    expect([asked.status, asked.body.reason]).toEqual([500, "unreadable"]);
    await workOnExport({ uid: ada.uid, id });
    await sweepExports(wakeAt);
    expect((await document.get()).exists).toBe(false);
    await begun(ada);
    await document.update({ tries: "many" });
    expect([...(await unpack(await exported(api, ada))).keys()]).toContain("account.json");
  });

  it.each(["writeFile", "streamFile", "joinFiles", "saveExport", "endExport"] as const)(
    "leaves nothing behind if the account is deleted before or after %s",
    async (step) => {
      for (const when of ["before", "after"]) {
        const owner = await anOwner(engine);
        const task = { uid: owner.uid, id: (await begun(owner)).id };
        const remove = () => deleteAccount(owner.uid, owner.sub);
        let isDeleted = false;
        const act = steps[step] as (...given: unknown[]) => Promise<unknown>;
        const change = async (...given: unknown[]) => {
          const isNow = !isDeleted;
          isDeleted = true;
          if (isNow && when === "before") await remove();
          const result = await act(...given);
          if (isNow && when === "after") await remove();
          return result;
        };
        await workOnExport(task, Date.now, withSteps({ [step]: change }));
        expect([step, when, await filesOf(owner)]).toEqual([step, when, []]);
        // A task that comes late finds nothing to do.
        await workOnExport(task);
        await beginExport(owner.uid, Date.now());
        await workOnExport({ uid: owner.uid, id: (await readExport(owner.uid))?.id ?? "" });
        expect([await filesOf(owner), await readExport(owner.uid)]).toEqual([[], null]);
      }
    },
  );

  it("whose task is killed after the account's deletion leaves nothing once the sweep has finished the deletion", async () => {
    const task = { uid: ada.uid, id: (await begun(ada)).id };
    const joinFiles: ExportSteps["joinFiles"] = async (...given) => {
      await deleteAccount(ada.uid, ada.sub);
      await steps.streamFile(given[1], (async function* () {})(), "application/zip");
      throw new Error("killed");
    };
    const releaseExport = () => Promise.reject(new Error("killed"));
    await expect(
      workOnExport(task, Date.now, withSteps({ joinFiles, releaseExport })),
    ).rejects.toThrow("killed");
    expect(await filesOf(ada)).toHaveLength(1);
    await finishDeletions(Date.now() + 11 * MINUTE);
    expect(await filesOf(ada)).toEqual([]);
  });

  it("of a user who was deleted in the authentication service itself ends", async () => {
    const task = { uid: ada.uid, id: (await begun(ada)).id };
    await auth().deleteUser(ada.uid);
    await workOnExport(task);
    expect([await readExport(ada.uid), await filesOf(ada)]).toEqual([null, []]);
  });

  it("refuses an older page, which expects the file as the answer", async () => {
    const answer = await api.request("GET", "/api/account/export", ada);
    expect([answer.status, answer.body.reason]).toEqual([409, "page_outdated"]);
  });
});

describe("joining files", () => {
  it("joins more than one call can, in order, and again over an earlier attempt", async () => {
    const folder = `exports/${randomUUID()}/`;
    const all = Array.from({ length: 70 }, (_, i) => `${folder}${i}`);
    await Promise.all(all.map((path, i) => writeFile(path, Buffer.from(`${i},`), "text/plain")));
    const whole = all.map((_, i) => `${i},`).join("");
    for (let attempt = 0; attempt < 2; attempt++) {
      await joinFiles(all, `${folder}all.zip`, whole.length);
      expect(String(await readFile(`${folder}all.zip`))).toBe(whole);
    }
    await expect(joinFiles(all, `${folder}all.zip`, whole.length + 1)).rejects.toThrow(
      "as large as its parts",
    );
    await deleteFile(all[40] ?? "");
    await expect(joinFiles(all, `${folder}all.zip`, whole.length)).rejects.toMatchObject({
      reason: "not_found",
    });
  });
});

it("isn't left at work without being counted if the earlier one's files can't be deleted", async () => {
  const ada = await signIn(api);
  await begun(ada);
  await firestore().collection("exports").doc(ada.uid).update({ state: "failed" });
  const broken = vi
    .spyOn(Object.getPrototypeOf(bucket()), "getFiles")
    .mockRejectedValue(new Error("Storage is down."));
  const answer = await api.request("POST", "/api/account/export", ada);
  broken.mockRestore();
  expect(answer.status).toBe(500);
  expect(await readExport(ada.uid)).toBeNull();
});
