import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { finishDeletions } from "../src/features/account/deleteAccount.ts";
import { accountState } from "../src/platform/accounts.ts";
import { auth } from "../src/platform/firebase.ts";
import { readGrant } from "../src/store/grants.ts";
import { readSend } from "../src/store/sends/read.ts";
import { aPlan, aSender, aTemplate, begun, testEngine } from "./sendsWorld.ts";
import { storedTemplates } from "./stored.ts";

/** `npm run delete-user`, as an operator runs it. */
// Like `ownProject`, with a name that a project can have.
const project = `demo-${randomUUID().slice(0, 13)}`;
process.env.GCLOUD_PROJECT = project;

const root = join(import.meta.dirname, "../..");

async function deleteUser(...words: string[]): Promise<string> {
  const args = ["--import", "tsx", "functions/operator/deleteUser.ts", ...words];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  return stdout + stderr;
}

it.each(["by address", "by id", "by id, if the console has already deleted them"])(
  "deletes a user %s, and prints neither address nor data",
  async (how) => {
    const engine = testEngine();
    const user = await aSender();
    const providerData = [{ providerId: "google.com", uid: user.sub, email: user.email }];
    await auth().importUsers([{ uid: user.uid, email: user.email, providerData }]);
    await aTemplate(user.uid);
    const id = await begun(user, engine, aPlan(1, { startAt: engine.now() + 86_400_000 }));
    if (how.endsWith("already")) await auth().deleteUser(user.uid);
    const name = how === "by address" ? user.email : user.uid;
    const said = await deleteUser("--project", project, name);
    expect(said).toContain(`User ${user.uid} is being deleted.`);
    expect(said).not.toContain(user.email);
    expect(await accountState(user.uid)).toBe("gone");
    expect(await readSend(id)).toMatchObject({ state: "cancelled", cancelledBy: "ownerDeleted" });
    await finishDeletions(engine.now() + 600_000);
    expect(await storedTemplates(user.uid)).toEqual([]);
    expect(await readSend(id)).toBeNull();
    // The permission's owner wasn't known any more: the nightly check of the grants ends it.
    if (!how.endsWith("already")) expect(await readGrant(user.sub)).toBeNull();
  },
);

it.each([
  ["an address that no one has", ["--project", "OWN", "nobody@example.com"], "has this address"],
  ["no user", ["--project", "OWN"], "Use it like this"],
  ["two users", ["--project", "OWN", "ada@example.com", "bob@example.com"], "Use it like this"],
  ["no project", ["ada@example.com"], "Use it like this"],
  ["an unknown option", ["--project", "OWN", "--all"], "--all"],
  ["a real project while emulators are named", ["--project", "mail-of-ours", "nobody"], "must have neither"],
])("refuses %s", async (_what, words, sentence) => {
  const own = words.map((word) => (word === "OWN" ? project : word));
  expect(await deleteUser(...own)).toContain(sentence);
});
