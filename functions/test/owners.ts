import { auth, bucket, firestore } from "../src/platform/firebase.ts";
import { insertTemplate, newTemplateId, updateTemplate } from "../src/store/templates.ts";
import { claimsOf, type Person } from "./harness.ts";
import { aPlan, begun, connectedPerson, type TestEngine } from "./sendsWorld.ts";

/** The paths of the stored files under a prefix, in order. */
export async function storedFiles(prefix: string): Promise<string[]> {
  const [files] = await bucket().getFiles({ prefix });
  return files.map(({ name }) => name).sort();
}

export async function storedTemplates(uid: string): Promise<FirebaseFirestore.DocumentData[]> {
  const found = await firestore().collection("templates").where("owner", "==", uid).get();
  return found.docs.map((document) => document.data());
}

/** The name of a picture that an owner's template and send have. */
export const PICTURE = "picture-0123456789abcdef.gif";
const GIF = Buffer.from("GIF89a");

/** A person with a template, a file and an earlier version of it, and a scheduled send. */
export interface Owner extends Person {
  template: string;
  file: string;
  /** The key of the send. */
  send: string;
}

/** A person who owns one of everything. */
export async function anOwner(engine: TestEngine): Promise<Owner> {
  const person = await connectedPerson();
  const template = newTemplateId();
  const file = `users/${person.uid}/templates/${template}/f`;
  await bucket().file(file).save(GIF);
  const fields = {
    name: "T",
    subject: "S",
    body: "<p>B</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  } as const;
  const attachment = {
    original_filename: PICTURE,
    storage_path: file,
    size: GIF.length,
    content_type: "image/gif",
  };
  await insertTemplate(person.uid, template, { ...fields, subject: "Old" }, [attachment], 10);
  await updateTemplate(person.uid, template, fields, "1", () => {});
  const files = [{ filename: PICTURE, contentType: "image/gif", size: GIF.length, from: GIF }];
  const id = await begun(
    { ...person, name: "A" },
    engine,
    aPlan(2, { startAt: engine.now() + 3_600_000, files }),
  );
  return { ...person, template, file, send: id.slice(person.uid.length + 1) };
}

/** Someone who isn't let in: the things they own, or want, and their token. */
export interface Barred {
  owner: Owner;
  token: string | undefined;
  reason: "token_invalid" | "token_expired";
}

/** A token with other claims. The Auth emulator's tokens have no signature. */
export function forged(token: string, changes: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ ...claimsOf(token), ...changes })}.`;
}

/** Everyone who must not be let in, by the reason; `ada` is the person they claim to be. */
export async function everyoneBarred(
  engine: TestEngine,
  ada: Owner,
): Promise<Record<string, Barred>> {
  const [revoked, disabled, deleted] = await Promise.all([
    anOwner(engine),
    anOwner(engine),
    anOwner(engine),
  ]);
  const now = Math.floor(Date.now() / 1_000);
  const earlier = forged(revoked.token, { auth_time: now - 60, iat: now - 60 });
  await Promise.all([
    auth().revokeRefreshTokens(revoked.uid),
    auth().updateUser(disabled.uid, { disabled: true }),
    auth().deleteUser(deleted.uid),
  ]);
  const expired = forged(ada.token, { iat: now - 7_200, auth_time: now - 7_200, exp: now - 3_600 });
  const theirs = forged(ada.token, { aud: "theirs", iss: "https://securetoken.google.com/theirs" });
  return {
    "no token": { owner: ada, token: undefined, reason: "token_invalid" },
    "a malformed token": { owner: ada, token: "a.b.c", reason: "token_invalid" },
    "an expired token": { owner: ada, token: expired, reason: "token_expired" },
    "another project's token": { owner: ada, token: theirs, reason: "token_invalid" },
    "a revoked token": { owner: revoked, token: earlier, reason: "token_invalid" },
    "a disabled user": { owner: disabled, token: disabled.token, reason: "token_invalid" },
    "a deleted user": { owner: deleted, token: deleted.token, reason: "token_invalid" },
  };
}

/**
 * Every document and file that names one of these people by id, with its content, and when it was
 * last written. It looks into all collections, new ones too.
 */
export async function everythingOf(people: readonly Person[]): Promise<Record<string, string>> {
  const ids = people.flatMap(({ uid, sub }) => [uid, sub]);
  const found: Record<string, string> = {};
  for (const collection of await firestore().listCollections()) {
    for (const document of (await collection.get()).docs) {
      const text = JSON.stringify(document.data());
      if (!ids.some((id) => document.id.includes(id) || text.includes(id))) continue;
      found[document.ref.path] = `${text} ${document.updateTime.valueOf()}`;
      for (const inner of await document.ref.listCollections()) {
        for (const row of (await inner.get()).docs)
          found[row.ref.path] = `${row.updateTime.valueOf()}`;
      }
    }
  }
  const [files] = await bucket().getFiles();
  for (const { name, metadata } of files) {
    if (ids.some((id) => name.includes(id))) found[name] = String(metadata.generation);
  }
  return found;
}
