import { bucket, firestore } from "../src/platform/firebase.ts";

/** The paths of the stored files under a prefix, in order. */
export async function storedFiles(prefix: string): Promise<string[]> {
  const [files] = await bucket().getFiles({ prefix });
  return files.map(({ name }) => name).sort();
}

export async function storedTemplates(uid: string): Promise<FirebaseFirestore.DocumentData[]> {
  const found = await firestore().collection("templates").where("owner", "==", uid).get();
  return found.docs.map((document) => document.data());
}
