import { type Settings, settings } from "@sendwright/core/contract/account";
import { DEFAULT_HOURS } from "@sendwright/core/contract/hours";
import { firestore } from "../platform/firebase.ts";
import { parseDocument } from "./documentSchema.ts";
import { checkOwnersAgain } from "./turns.ts";

/** The settings of a person who has chosen none. */
const DEFAULTS: Settings = { undo_send: true, hours: DEFAULT_HOURS, time_zone: null };

function document(uid: string) {
  return firestore().collection("settings").doc(uid);
}

export async function readSettings(uid: string): Promise<Settings> {
  const found = await document(uid).get();
  return parseDocument(settings, found.ref.path, { ...DEFAULTS, ...found.data() });
}

/** Saves what was changed and returns all settings. */
export async function changeSettings(
  uid: string,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await checkOwnersAgain([uid], Date.now());
  await document(uid).set(given, { merge: true });
  return readSettings(uid);
}

export async function deleteSettings(uid: string): Promise<void> {
  await document(uid).delete();
}
