import { AppError } from "@sendwright/core/contract/appError";
import type {
  DocumentData,
  FirestoreDataConverter,
  QueryDocumentSnapshot,
} from "firebase-admin/firestore";
import * as z from "zod";
import { logError } from "../platform/log.ts";

/** A document that doesn't match its schema; we never use half of it. */
export class UnreadableDocument extends Error {
  override name = "UnreadableDocument";
}

/**
 * Reads for the owner: if a document can't be read, throws `unreadable` with the words "{what}
 * can't be read."
 */
export async function readFor<T>(what: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof UnreadableDocument)) throw cause;
    throw new AppError("unreadable", `${what} can't be read.`, { cause });
  }
}

/** The names of the fields that a schema refused, never their contents. */
export function wrongFields({ issues }: z.core.$ZodError): string[] {
  return [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
}

/**
 * Parses a document. If it can't be read, logs its path and the names of its fields, never their
 * contents, and throws `UnreadableDocument`.
 */
export function parseDocument<T>(schema: z.core.$ZodType<T>, path: string, data: unknown): T {
  const read = z.safeParse(schema, data);
  if (read.success) return read.data;
  const fields = wrongFields(read.error);
  logError("a document cannot be read", { document: path, fields });
  throw new UnreadableDocument(`${path}: ${fields.join(", ")}`);
}

/**
 * A converter that parses every `data()` read through it; `complete` fills in fields that an
 * earlier version didn't write.
 */
export function readBy<T extends DocumentData>(
  schema: z.core.$ZodType<T>,
  complete: (data: DocumentData) => DocumentData = (data) => data,
): FirestoreDataConverter<T, DocumentData> {
  return {
    // The data is typed already, and may be partial or contain instructions to Firestore.
    toFirestore: (data) => data as DocumentData,
    fromFirestore: (found: QueryDocumentSnapshot) =>
      parseDocument(schema, found.ref.path, complete(found.data())),
  };
}

/**
 * Reads documents and skips those that can't be read, so that the others are still served. The log
 * names them.
 */
export function readableOf<D, T>(documents: readonly D[], read: (document: D) => T | null): T[] {
  return documents.flatMap((document) => {
    try {
      return read(document) ?? [];
    } catch (cause) {
      if (cause instanceof UnreadableDocument) return [];
      throw cause;
    }
  });
}
