import type { DocumentData, FirestoreDataConverter, QueryDocumentSnapshot } from "firebase-admin/firestore";
import type * as z from "zod";
import { logError } from "../platform/log.ts";

/** A document that is not what its schema says: nobody works with half of it. */
export class UnreadableDocument extends Error {
  override name = "UnreadableDocument";
}

/** Takes why a schema refused a document; gives the names of its fields that are wrong, never what stands in them. */
export function wrongFields({ issues }: z.ZodError): string[] {
  return [...new Set(issues.map(({ path }) => String(path[0] ?? "")))];
}

/**
 * Takes a schema, a document's path and its data; gives what the schema makes of it. Where that is nothing, the log says
 * which document and which of its fields, never what stands in them; throws `UnreadableDocument`.
 */
export function parseDocument<T>(schema: z.ZodType<T>, path: string, data: unknown): T {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const fields = wrongFields(read.error);
  logError("a document cannot be read", { document: path, fields });
  throw new UnreadableDocument(`${path}: ${fields.join(", ")}`);
}

/** Takes a schema and what completes a document of an earlier version; every `data()` of what is read through it is parsed. */
export function readBy<T extends DocumentData>(
  schema: z.ZodType<T>,
  complete: (data: DocumentData) => DocumentData = (data) => data,
): FirestoreDataConverter<T, DocumentData> {
  return {
    // What is written is typed already, and may be a part of it or an instruction to Firestore.
    toFirestore: (data) => data as DocumentData,
    fromFirestore: (found: QueryDocumentSnapshot) => parseDocument(schema, found.ref.path, complete(found.data())),
  };
}

/** Takes documents and how one is read; leaves out those that cannot be (the log names them): they must not keep the others from being served. */
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
