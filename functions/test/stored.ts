import { bucket, firestore } from "../src/platform/firebase.ts";

/** Takes the beginning of paths; gives the paths of the stored files, in order. */
export async function storedFiles(prefix: string): Promise<string[]> {
  const [files] = await bucket().getFiles({ prefix });
  return files.map(({ name }) => name).sort();
}

/** Takes a user; gives the template documents that are theirs. */
export async function storedTemplates(uid: string): Promise<FirebaseFirestore.DocumentData[]> {
  const found = await firestore().collection("templates").where("owner", "==", uid).get();
  return found.docs.map((document) => document.data());
}
