import { AppError } from "@sendwright/core/contract/appError";
import {
  type Attachment,
  attachment,
  type TemplateFields,
  type Variable,
  variable,
} from "@sendwright/core/contract/templates";
import { withoutPictures } from "@sendwright/core/files/fit";
import { GRAMMAR, parseTemplate } from "@sendwright/core/placeholders";
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldPath,
  Timestamp,
  type WriteBatch,
} from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { logError } from "../platform/log.ts";
import { changeDocument, untilUndisturbed } from "./changeDocument.ts";
import { parseDocument, readableOf, readFor } from "./documentSchema.ts";
import {
  deleteWithVersions,
  isSameText,
  storedText,
  type VersionEntry,
  versionEntry,
  withVersion,
} from "./templateVersions.ts";
import { hashOf } from "./uploads.ts";
import { withUserLock } from "./userLock.ts";

/**
 * A stored template: one document `templates/{id}`; its files are in Storage under
 * `templateFolder`.
 */
export interface StoredTemplate extends TemplateFields {
  id: string;
  attachments: Attachment[];
  /** Increases with every save of the fields; files don't count. */
  revision: number;
  /** The texts that it had before (decision 35), the oldest first. */
  versions: VersionEntry[];
  updatedAt: Date;
  /**
   * As the list shows them; null if another version or grammar saved the template, until they are
   * found again.
   */
  variables: Variable[] | null;
}

/**
 * The placeholders that the list shows, so that the text needn't be parsed for each look at it.
 * A version that doesn't know this field saves the text without it: so it names the revision that
 * it describes, and the grammar.
 */
const listed = z.object({
  grammar: z.number().int(),
  revision: z.number().int(),
  variables: z.array(variable),
});

const storedTemplate = z.object({
  owner: z.string(),
  ...storedText,
  /** Written back as a whole with every change, so that fields of a later version stay. */
  attachments: z.array(z.looseObject(attachment.shape)),
  revision: z.number().int(),
  /** Without them, the template is still whole: its versions then only wait for their end. */
  versions: z.array(versionEntry).default([]).catch([]),
  updatedAt: z.instanceof(Timestamp),
  /** Can be found again, so an unreadable one counts as missing. */
  listed: listed.optional().catch(undefined),
});

function templates() {
  return firestore().collection("templates");
}

export function templateFolder(uid: string, id: string): string {
  return `users/${uid}/templates/${id}/`;
}

/**
 * The revision of a template as clients know it: it changes with every save and with every
 * attachment that is added or removed. Pictures don't count, because the body names those that are
 * sent.
 */
export function revisionOf({
  revision,
  attachments,
}: Pick<StoredTemplate, "revision" | "attachments">): string {
  const files = withoutPictures(attachments).map(({ storage_path }) => storage_path);
  if (files.length === 0) return String(revision);
  const hash = hashOf(JSON.stringify(files));
  return `${revision}-${hash.slice(0, 16)}`;
}

/** The part of it that counts saves. */
function savesOf(revision: string): string {
  return revision.replace(/-.*/, "");
}

/** A new template's id; files can be stored under it before `insertTemplate`. */
export function newTemplateId(): string {
  return templates().doc().id;
}

/** The id of the template that a call with this key makes. */
export function keyedTemplateId(uid: string, key: string): string {
  return hashOf(`template ${uid} ${key}`).slice(0, 32);
}

/** The readable parts of a template that can't be read. */
export interface UnreadableTemplateDoc {
  id: string;
  /** Empty if the name can't be read either. */
  name: string;
  stored: DocumentData;
}

/** A user's templates, sorted by name, and separately those that can't be read. */
export async function templatesOf(
  uid: string,
): Promise<{ templates: StoredTemplate[]; unreadable: UnreadableTemplateDoc[] }> {
  const { docs } = await templates().where("owner", "==", uid).get();
  const all = readableOf(docs, (document) => fromDocument(document.id, document.data()));
  const isRead = new Set(all.map(({ id }) => id));
  const others = docs.filter(({ id }) => !isRead.has(id));
  return {
    templates: all.sort((a, b) => a.name.localeCompare(b.name, "en") || a.id.localeCompare(b.id)),
    unreadable: others.map((document) => ({
      id: document.id,
      name: textIn(document, "name"),
      stored: document.data(),
    })),
  };
}

/**
 * A template's variables, as stored. If they aren't, finds and stores them, and changes nothing
 * else.
 */
export async function variablesOf(template: StoredTemplate): Promise<Variable[]> {
  if (template.variables !== null) return template.variables;
  const { variables } = parseTemplate(template);
  const describes = (data: DocumentData | undefined) =>
    // During a deployment, a newer server may have stored this document.
    data?.revision === template.revision &&
    (listed.safeParse(data.listed).data?.grammar ?? 0) <= GRAMMAR;
  try {
    await changeDocument(templates().doc(template.id), (data) => ({
      write: describes(data) ? { listed: listedAs(template.revision, variables) } : null,
      result: undefined,
    }));
  } catch (error) {
    // The caller has its answer, and the next one stores it.
    logError("the variables of a template could not be stored", { error });
  }
  return variables;
}

/**
 * By id: the subjects of those of these templates that still exist and are this user's; "" for one
 * that can't be read.
 */
export async function subjectsOfTemplates(
  uid: string,
  ids: readonly string[],
  onRead: (documents: number) => void,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const refs = ids.map((id) => templates().doc(id));
  const found = await firestore().getAll(...refs, { fieldMask: ["owner", "subject"] });
  onRead(found.length);
  const own = found.filter((document) => document.get("owner") === uid);
  return new Map(own.map((document) => [document.id, textIn(document, "subject")]));
}

/**
 * Everyone's templates that can be read, by id, after an id ("" for the first), and the last id
 * (null at the end).
 */
export async function templatesAfter(after: string, limit: number) {
  const inOrder = templates().orderBy(FieldPath.documentId()).limit(limit);
  const { docs } = await (after === "" ? inOrder : inOrder.startAfter(after)).get();
  const last = docs.length < limit ? null : (docs.at(-1)?.id ?? null);
  return {
    templates: readableOf(docs, (document) => fromDocument(document.id, document.data())),
    last,
  };
}

function listedAs(revision: number, variables: Variable[]): z.infer<typeof listed> {
  return { grammar: GRAMMAR, revision, variables };
}

/** A user's template, or its stored data if it can't be read; null if it no longer exists. */
export async function templateAsStored(
  uid: string,
  id: string,
): Promise<StoredTemplate | UnreadableTemplateDoc | null> {
  const found = await templates().doc(id).get();
  const stored = found.data();
  if (stored?.owner !== uid) return null;
  const [template] = readableOf([stored], (data) => fromDocument(id, data));
  return template ?? { id, name: textIn(found, "name"), stored };
}

function textIn(document: DocumentSnapshot, field: "name" | "subject"): string {
  const text: unknown = document.get(field);
  return typeof text === "string" ? text : "";
}

/** Reads a template. Throws `not_found`, for another user's too, and `unreadable`. */
export async function readTemplate(uid: string, id: string): Promise<StoredTemplate> {
  const found = await templates().doc(id).get();
  return readFor("This template", () => ownTemplate(uid, id, found.data()));
}

/** As `readTemplate`; null if there is none. */
export async function findTemplate(uid: string, id: string): Promise<StoredTemplate | null> {
  const found = await templates().doc(id).get();
  return found.exists ? readFor("This template", () => ownTemplate(uid, id, found.data())) : null;
}

/**
 * Stores a new template with the descriptions of its files; a caller that has parsed it passes its
 * variables. If the id is there already, an earlier try made it: returns that template. Throws
 * `template_limit_reached` if the user already has `limit`, also for the later of two at the same
 * moment.
 */
export async function insertTemplate(
  uid: string,
  id: string,
  fields: TemplateFields,
  attachments: Attachment[],
  limit: number,
  { variables } = parseTemplate(fields),
): Promise<StoredTemplate> {
  const saved = { ...fields, attachments, revision: 1, listed: listedAs(1, variables) };
  const document = { owner: uid, ...saved, updatedAt: Timestamp.now() };
  const target = templates().doc(id);
  let made: DocumentData = document;
  await withUserLock(uid, async (begin) => {
    const [existing, own] = await Promise.all([countOf(uid), target.get()]);
    // The answer to an earlier attempt was lost: a document under this new id is ours.
    const before = own.data();
    if (before) {
      made = before;
      return;
    }
    if (existing >= limit) throw limitReached(limit);
    const batch = await begin();
    await batch.create(target, document).commit();
  });
  return fromDocument(id, made);
}

/**
 * Throws `template_limit_reached` if one more would exceed the limit (a first check, before files
 * are stored).
 */
export async function requireTemplateLimit(uid: string, limit: number): Promise<void> {
  if ((await countOf(uid)) >= limit) throw limitReached(limit);
}

async function countOf(uid: string): Promise<number> {
  const counted = await templates().where("owner", "==", uid).count().get();
  return counted.data().count;
}

/**
 * Saves the fields of a template after a check of its files, and keeps the text before them as an
 * earlier version, if it is another. `edited` is the revision that was
 * edited, if the writer knows it (files added since don't count); a caller that has parsed the
 * fields passes their variables. Throws `not_found`, the check's errors, and `template_changed` if
 * someone saved in between.
 */
export async function updateTemplate(
  uid: string,
  id: string,
  fields: TemplateFields,
  edited: string | undefined,
  check: (existing: Attachment[]) => void,
  { variables } = parseTemplate(fields),
): Promise<StoredTemplate> {
  return changeTemplate(uid, id, (current) => {
    check(current.attachments);
    const before = edited === undefined ? undefined : savesOf(edited);
    const isSame = isSameText(current, fields);
    if (before !== undefined && before !== String(current.revision)) {
      // The answer to an earlier attempt was lost: the template must not conflict with itself.
      if (isSame && before === String(current.revision - 1)) return { changes: {} };
      throw new AppError(
        "template_changed",
        "This template was changed elsewhere since you opened it.",
      );
    }
    const revision = current.revision + 1;
    const changes = { ...fields, revision, listed: listedAs(revision, variables) };
    if (isSame) return { changes };
    const { versions, write } = withVersion(current, id, Date.now());
    return { changes: { ...changes, versions }, alsoWrite: write };
  });
}

/**
 * Adds a file's description to those that `keep` keeps; two uploads at once are checked one after
 * the other. Returns the paths of the others. Throws `not_found` and the errors of `keep`.
 */
export async function appendAttachment(
  uid: string,
  id: string,
  added: Attachment,
  keep: (current: Pick<StoredTemplate, "attachments" | "body">) => Attachment[],
): Promise<string[]> {
  let dropped: string[] = [];
  await changeTemplate(uid, id, ({ attachments, body }) => {
    // A write whose answer was lost is retried; the file must not conflict with itself.
    const others = attachments.filter((file) => file.storage_path !== added.storage_path);
    const kept = keep({ attachments: others, body });
    dropped = others.filter((file) => !kept.includes(file)).map(({ storage_path }) => storage_path);
    return { changes: { attachments: [...kept, added] } };
  });
  return dropped;
}

/** Removes a file's description. Throws `not_found` for a path that isn't this template's. */
export async function removeAttachment(
  uid: string,
  id: string,
  storagePath: string,
): Promise<void> {
  await changeTemplate(uid, id, (current) => {
    const attachments = current.attachments.filter((file) => file.storage_path !== storagePath);
    if (attachments.length === current.attachments.length) {
      throw new AppError("not_found", "This attachment no longer exists.");
    }
    return { changes: { attachments } };
  });
}

/**
 * Deletes a template with its earlier versions, also one that can't be read; the caller deletes its
 * files. Returns how many versions it had. Throws `not_found`.
 */
export function removeTemplate(uid: string, id: string): Promise<number> {
  return untilUndisturbed(async () => {
    const found = await templates().doc(id).get();
    requireOwn(uid, found.data());
    return deleteWithVersions(found);
  });
}

/** Deletes every template of a user, with its earlier versions. */
export async function removeTemplatesOf(uid: string): Promise<void> {
  const found = await templates().where("owner", "==", uid).select().get();
  await Promise.all(
    found.docs.map(({ ref }) =>
      untilUndisturbed(async () => {
        const template = await ref.get();
        if (template.exists) await deleteWithVersions(template);
      }),
    ),
  );
}

interface TemplateChange {
  changes: Partial<
    TemplateFields &
      Pick<StoredTemplate, "attachments" | "revision" | "versions"> & {
        listed: z.infer<typeof listed>;
      }
  >;
  alsoWrite?: (batch: WriteBatch) => void;
}

function changeTemplate(
  uid: string,
  id: string,
  change: (current: StoredTemplate) => TemplateChange,
): Promise<StoredTemplate> {
  return readFor("This template", () =>
    changeDocument(templates().doc(id), (data) => {
      const { changes, alsoWrite } = change(ownTemplate(uid, id, data));
      const write = { ...changes, updatedAt: Timestamp.now() };
      const result = fromDocument(id, { ...data, ...write });
      return { write, result, ...(alsoWrite && { alsoWrite }) };
    }),
  );
}

function ownTemplate(uid: string, id: string, data: DocumentData | undefined): StoredTemplate {
  return fromDocument(id, requireOwn(uid, data));
}

function requireOwn(uid: string, data: DocumentData | undefined): DocumentData {
  if (data?.owner !== uid) throw new AppError("not_found", "This template no longer exists.");
  return data;
}

function fromDocument(id: string, data: DocumentData): StoredTemplate {
  const {
    owner: _,
    updatedAt,
    listed: of,
    ...rest
  } = parseDocument(storedTemplate, `templates/${id}`, data);
  const isCurrent = of?.grammar === GRAMMAR && of.revision === rest.revision;
  return { id, ...rest, updatedAt: updatedAt.toDate(), variables: isCurrent ? of.variables : null };
}

function limitReached(limit: number): AppError {
  return new AppError(
    "template_limit_reached",
    `Template limit (${limit}) reached. Delete a template to make room.`,
  );
}
