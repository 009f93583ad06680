import { type App, getApps, initializeApp } from "firebase-admin/app";
import { type Auth, getAuth } from "firebase-admin/auth";
import { type Firestore, getFirestore } from "firebase-admin/firestore";
import { getFunctions, type TaskQueue } from "firebase-admin/functions";
import { getStorage, type Storage } from "firebase-admin/storage";
import { config } from "../config.ts";
import { regionOf } from "../deployment.ts";

export type Bucket = ReturnType<Storage["bucket"]>;

/** The one Firebase app, made at the first use. */
function app(): App {
  const made = getApps()[0];
  if (made) return made;
  const { projectId, storageBucket, isEmulated } = config();
  // Locally, a named account keeps the first enqueue from waiting for a metadata server that
  // doesn't exist.
  const serviceAccountId = `local@${projectId}.iam.gserviceaccount.com`;
  return initializeApp({ projectId, storageBucket, ...(isEmulated ? { serviceAccountId } : {}) });
}

/**
 * Works on a project from an operator's machine, with the application default credentials. Call it
 * before anything else here.
 */
export function workOnProject(projectId: string, storageBucket: string): void {
  initializeApp({ projectId, storageBucket });
}

/** The database. An `undefined` in a document is a mistake, and throws. */
export function firestore(): Firestore {
  return getFirestore(app());
}

/**
 * `IdempotencyStrategy.RetryAlways` of Cloud Storage's library, which is firebase-admin's
 * dependency and not ours.
 */
const RETRY_ALWAYS = 0;

/**
 * The bucket of attachments. It retries a call if its connection breaks or Storage is busy: no path
 * ever gets different content, so doing it twice does no harm.
 */
export function bucket(): Bucket {
  const made = getStorage(app()).bucket();
  made.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;
  return made;
}

export function auth(): Auth {
  return getAuth(app());
}

/** The queue of an exported task-queue function. */
export function taskQueue<Payload extends Record<string, unknown>>(
  name: string,
): TaskQueue<Payload> {
  return getFunctions(app()).taskQueue<Payload>(
    `locations/${regionOf(process.env)}/functions/${name}`,
  );
}
