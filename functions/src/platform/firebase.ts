import { AppError } from "@sendwright/core/contract/appError";
import { type App, getApps, initializeApp } from "firebase-admin/app";
import { type Auth, getAuth } from "firebase-admin/auth";
import { type Firestore, getFirestore } from "firebase-admin/firestore";
import { getFunctions, type TaskQueue } from "firebase-admin/functions";
import { getStorage, type Storage } from "firebase-admin/storage";
import { config } from "../config.ts";

/**
 * gRPC codes of Firestore for "not now": deadline, exhausted, aborted (too many at once on one document), unavailable.
 */
const GRPC_NOT_NOW: ReadonlySet<unknown> = new Set([4, 8, 10, 14]);
const NETWORK: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
]);
/** firebase-admin's codes if the authentication service didn't answer, answered with a 5xx, or was asked too often. */
const ADMIN_NOT_NOW: ReadonlySet<unknown> = new Set([
  "app/network-error",
  "app/network-timeout",
  "auth/internal-error",
  "auth/quota-exceeded",
]);

/**
 * `service_unavailable` for an error of Firestore, Storage or the authentication service after which a later try can
 * succeed, else null.
 */
export function outageOf(cause: unknown): AppError | null {
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  const { code } = cause;
  const answeredNotNow = typeof code === "number" && (code === 429 || (code >= 500 && code < 600));
  if (![GRPC_NOT_NOW, NETWORK, ADMIN_NOT_NOW].some((codes) => codes.has(code)) && !answeredNotNow) return null;
  return new AppError("service_unavailable", "The server is busy. Please try again in a moment.", {
    cause,
    retryAfter: 1,
  });
}

export type Bucket = ReturnType<Storage["bucket"]>;

/** The one Firebase app, made at the first use. */
function app(): App {
  const made = getApps()[0];
  if (made) return made;
  const { projectId, storageBucket, isEmulated } = config();
  // Locally, a named account keeps the first enqueue from waiting for a metadata server that doesn't exist.
  const serviceAccountId = `local@${projectId}.iam.gserviceaccount.com`;
  return initializeApp({ projectId, storageBucket, ...(isEmulated ? { serviceAccountId } : {}) });
}

/**
 * Works on a project from an operator's machine, with the application default credentials. Call it before anything else
 * here.
 */
export function workOnProject(projectId: string): void {
  initializeApp({ projectId });
}

/** The database. An `undefined` in a document is a mistake, and throws. */
export function firestore(): Firestore {
  return getFirestore(app());
}

/** `IdempotencyStrategy.RetryAlways` of Cloud Storage's library, which is firebase-admin's dependency and not ours. */
const RETRY_ALWAYS = 0;

/**
 * The bucket of attachments. It retries a call if its connection breaks or Storage is busy: no path ever gets different
 * content, so doing it twice does no harm.
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
export function taskQueue<Payload extends Record<string, unknown>>(name: string): TaskQueue<Payload> {
  return getFunctions(app()).taskQueue<Payload>(name);
}
