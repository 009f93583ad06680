/** gRPC codes of a conditional write that lost to another. */
const FAILED_PRECONDITION = 9;
const ABORTED = 10;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/**
 * Whether a query was refused because its index is missing or still being built. Firestore uses the code of a lost
 * conditional write; only its message tells the two apart.
 */
export function lacksIndex(cause: unknown): boolean {
  return codeOf(cause) === FAILED_PRECONDITION && cause instanceof Error && /requires an? .*index/i.test(cause.message);
}

/** Whether a write with `lastUpdateTime` was refused because the document has changed or is gone. */
export function wasChanged(cause: unknown): boolean {
  if (lacksIndex(cause)) return false;
  const code = codeOf(cause);
  return code === FAILED_PRECONDITION || code === ABORTED || code === NOT_FOUND;
}

/** Whether a `create` was refused because the document exists. */
export function wasThere(cause: unknown): boolean {
  return codeOf(cause) === ALREADY_EXISTS;
}
