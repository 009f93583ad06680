import { AppError, findFiles, missingFiles, uploadFiles } from "@sendwright/core/contract";
import { uploadBatches } from "@sendwright/core/files/uploadBatches";
import { call } from "../lib/call.ts";
import { isLost } from "../lib/isLost.ts";

/** A file for one person, with the hash that its content had when it was added. */
export interface AddedFile {
  /** Only its name and size if a reload lost its bytes: the server may still have them. */
  file: File | { name: string; size: number };
  hash: string;
}

/** How far an upload is: each content counts once. */
export interface UploadProgress {
  files: number;
  allFiles: number;
  bytes: number;
  allBytes: number;
  /** Whether it waits for the connection, or for the server to have time. */
  isWaiting: boolean;
}

export interface UploadOptions {
  /** Stops the upload. What has arrived is known the next time. */
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
}

/** Uploads at once. */
const CALLS = 2;
/** How often in a row an upload may be lost without one more file arriving. */
const MAX_LOSSES = 6;
/** Longest wait after a lost call, and after one that came too soon (seconds). */
const MAX_WAIT_SECONDS = 30;
const MAX_REST_SECONDS = 60;

/**
 * Uploads the files of a send's rows, so that its call can name them: first asks which the server
 * has, then sends the others, two calls at a time. Waits while the connection is lost or the server
 * has no time, and then sends only what hasn't arrived. Throws AppError: what the server refuses,
 * `invalid_input` for a file that has changed since it was added or that no one has any more, the last failure after several in
 * a row; an AbortError if `signal` stops it.
 */
export async function uploadAddedFiles(
  added: readonly AddedFile[],
  { signal, onProgress }: UploadOptions = {},
): Promise<void> {
  const contents = [...new Map(added.map((one) => [one.hash, one])).values()];
  if (contents.length === 0) return;
  const counter = new ProgressCounter(contents, onProgress);
  for (let losses = 0; ; ) {
    const before = counter.arrived;
    try {
      await uploadMissing(contents, counter, signal);
      return;
    } catch (cause) {
      signal?.throwIfAborted();
      losses = counter.arrived > before ? 1 : losses + 1;
      const seconds = secondsToWait(cause, losses);
      if (seconds === null) throw cause;
      counter.waits();
      await (isOffline(cause) ? online(signal) : pause(seconds, signal));
    }
  }
}

/**
 * What a call that was to begin a send says is missing: contents to upload again (`files`, hashes),
 * and rows whose earlier send is gone (`rows`, from 1). Null for any other failure.
 */
export function filesMissingIn(cause: unknown): { files: string[]; rows: number[] } | null {
  if (!(cause instanceof AppError) || cause.reason !== "files_missing") return null;
  const { files = [], rows = [] } = missingFiles.safeParse(cause.details).data ?? {};
  return { files, rows };
}

/** Asks which files are there, and sends the others. Throws the first failure once all calls end. */
async function uploadMissing(
  contents: readonly AddedFile[],
  counter: ProgressCounter,
  signal: AbortSignal | undefined,
): Promise<void> {
  const asked = contents.map(({ hash, file: { size } }) => ({ hash, size }));
  const { known } = await call(findFiles, { files: asked }, { signal });
  counter.knows(known);
  const there = new Set(known);
  const missing = contents.filter(({ hash }) => !there.has(hash));
  const lost = missing.find(({ file }) => !(file instanceof File));
  if (lost) throw isGone(lost);
  const batches = uploadBatches(missing.map((one) => ({ ...one, size: one.file.size })));
  const failures: unknown[] = [];
  const lane = async () => {
    for (let batch = batches.shift(); batch && failures.length === 0; batch = batches.shift()) {
      await uploadBatch(batch, counter, signal).catch((cause: unknown) => failures.push(cause));
    }
  };
  await Promise.all(Array.from({ length: CALLS }, lane));
  if (failures.length > 0) throw failures.find((cause) => !isLost(cause)) ?? failures[0];
}

async function uploadBatch(
  batch: readonly AddedFile[],
  counter: ProgressCounter,
  signal: AbortSignal | undefined,
): Promise<void> {
  const files = await Promise.all(batch.map(asAdded));
  const { files: stored } = await call(
    uploadFiles,
    {},
    { files: { files }, signal, onProgress: (part) => counter.sends(batch, part) },
  ).finally(() => counter.sends(batch, 0));
  const changed = batch.find(({ hash }, i) => stored[i]?.hash !== hash);
  if (changed) throw hasChanged(changed);
  counter.knows(batch.map(({ hash }) => hash));
}

/** The file with its bytes as they are now: a browser can't send one that has changed meanwhile. */
async function asAdded(added: AddedFile): Promise<File> {
  const { file } = added;
  if (!(file instanceof File)) throw isGone(added);
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type });
  } catch (cause) {
    throw hasChanged(added, cause);
  }
}

function hasChanged({ file }: AddedFile, cause?: unknown): AppError {
  const words = `${file.name} has changed since you added it. Add it again.`;
  return new AppError("invalid_input", words, { cause });
}

function isGone({ file }: AddedFile): AppError {
  const words = `${file.name} isn't on this page any more, nor on the server. Add it again.`;
  return new AppError("invalid_input", words);
}

function isOffline(cause: unknown): boolean {
  return cause instanceof AppError && cause.reason === "offline";
}

/** How long to wait after a failure; null if waiting doesn't help. */
function secondsToWait(cause: unknown, losses: number): number | null {
  if (!(cause instanceof AppError)) return null;
  if (isOffline(cause)) return 0;
  const { reason, retryAfter = 1 } = cause;
  if (reason === "rate_limited") return retryAfter > MAX_REST_SECONDS ? null : retryAfter;
  if (losses >= MAX_LOSSES || !(isLost(cause) || reason === "upload_broken")) return null;
  return Math.min(MAX_WAIT_SECONDS, 2 ** (losses - 1));
}

/** Waits until the browser has a connection. Throws an AbortError if the signal comes first. */
function online(signal: AbortSignal | undefined): Promise<void> {
  return until(signal, (done) => {
    window.addEventListener("online", done);
    // It may have come back before we listened.
    if (navigator.onLine) done();
    return () => window.removeEventListener("online", done);
  });
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, seconds * 1_000);
    return () => clearTimeout(timer);
  });
}

/** Waits for `begin` to call back, or for the signal. `begin` returns a function that ends its waiting. */
function until(
  signal: AbortSignal | undefined,
  begin: (done: () => void) => () => void,
): Promise<void> {
  let end = () => {};
  let stop = () => {};
  return new Promise<void>((resolve, reject) => {
    stop = () => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    end = begin(resolve);
  }).finally(() => {
    end();
    signal?.removeEventListener("abort", stop);
  });
}

/** Counts the bytes that have arrived, and the parts of the calls under way. */
class ProgressCounter {
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #tell: (progress: UploadProgress) => void;
  readonly #allBytes: number;
  readonly #there = new Set<string>();
  readonly #underWay = new Map<object, number>();

  constructor(contents: readonly AddedFile[], tell: UploadOptions["onProgress"]) {
    this.#sizes = new Map(contents.map(({ hash, file }) => [hash, file.size]));
    this.#allBytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    this.#tell = (progress) => tell?.(progress);
  }

  /** How many contents have arrived. */
  get arrived(): number {
    return this.#there.size;
  }

  knows(hashes: readonly string[]): void {
    for (const hash of hashes) this.#there.add(hash);
    this.#tellNow(false);
  }

  sends(batch: readonly AddedFile[], part: number): void {
    const bytes = batch.reduce((sum, { file }) => sum + file.size, 0);
    this.#underWay.set(batch, part * bytes);
    if (part > 0) this.#tellNow(false);
  }

  waits(): void {
    this.#tellNow(true);
  }

  #tellNow(isWaiting: boolean): void {
    const arrived = [...this.#there].reduce((sum, hash) => sum + (this.#sizes.get(hash) ?? 0), 0);
    const underWay = [...this.#underWay.values()].reduce((sum, bytes) => sum + bytes, 0);
    this.#tell({
      files: this.arrived,
      allFiles: this.#sizes.size,
      bytes: Math.min(this.#allBytes, Math.round(arrived + underWay)),
      allBytes: this.#allBytes,
      isWaiting,
    });
  }
}
