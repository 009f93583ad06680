import { bucket } from "../src/platform/firebase.ts";

/** The contents of so many files of this size (bytes), each with other bytes. */
export function contents(files: number, size: number): Buffer[] {
  return Array.from({ length: files }, (_, i) => {
    const content = Buffer.alloc(size, "slip ");
    content.writeUInt32LE(i);
    return content;
  });
}

/** Deletes the files of a send, and everything that its person has uploaded. */
export async function deleteFiles(uid: string, send: string): Promise<void> {
  for (const prefix of [`sends/${send}/`, `uploads/${uid}/`])
    await bucket().deleteFiles({ prefix });
}
