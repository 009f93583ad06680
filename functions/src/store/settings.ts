import { type Settings, settings } from "@sendwright/core/contract/account";
import { DEFAULT_HOURS } from "@sendwright/core/contract/hours";
import { firestore } from "../platform/firebase.ts";
import { parseDocument, UnreadableDocument } from "./documentSchema.ts";
import { checkOwnersAgain } from "./userLock.ts";

/** The settings of a person who has chosen none. */
const DEFAULTS: Settings = {
  undo_send: true,
  hours: DEFAULT_HOURS,
  time_zone: null,
  reply_to: "",
  signature: "",
};

/** A person's settings, or the defaults if they can't be read. */
interface StoredSettings {
  settings: Settings;
  isReadable: boolean;
}

function document(uid: string) {
  return firestore().collection("settings").doc(uid);
}

export async function readKnownSettings(uid: string): Promise<StoredSettings> {
  const found = await document(uid).get();
  try {
    return {
      settings: parseDocument(settings, found.ref.path, { ...DEFAULTS, ...found.data() }),
      isReadable: true,
    };
  } catch (cause) {
    if (cause instanceof UnreadableDocument) return { settings: DEFAULTS, isReadable: false };
    throw cause;
  }
}

/** A person's settings; unreadable ones count as not chosen. */
export async function readSettings(uid: string): Promise<Settings> {
  return (await readKnownSettings(uid)).settings;
}

/** Saves changed settings and returns all. Defaults replace settings that can't be read. */
export async function changeSettings(
  uid: string,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  await checkOwnersAgain([uid], Date.now());
  const { isReadable } = await readKnownSettings(uid);
  await document(uid).set(isReadable ? given : { ...DEFAULTS, ...given }, { merge: true });
  return readSettings(uid);
}

export async function deleteSettings(uid: string): Promise<void> {
  await document(uid).delete();
}
