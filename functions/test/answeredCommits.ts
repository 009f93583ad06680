import { Firestore } from "firebase-admin/firestore";

/** gRPC's code of a write that can be repeated. */
const ABORTED = 10;

/** The library's own way to the server; it isn't public, and every write of every kind uses it. */
export interface Requests {
  request(
    this: Firestore,
    method: string,
    request: unknown,
    tag: string,
    retryCodes?: number[],
  ): Promise<unknown>;
}

interface Commit {
  writes: { update?: { name: string }; delete?: string; transform?: { document: string } }[];
}

/**
 * Firestore's emulator tells its listeners about a commit before it answers the caller. If a
 * listener leaves at that moment, the answer is UNKNOWN without a message (or mentions a canceled
 * call), although the commit was applied: 116 times in 26,529 commits beside listeners that came
 * and went, and none of the 116 was lost. Firestore itself never does this. Here, such a commit is
 * answered according to the state of its documents. The batch of a `BulkWriter`, whose writes don't
 * depend on each other, is aborted instead: its writer repeats it, or reads again.
 */
export function answerCommits(requests: Requests): void {
  const { request } = requests;
  requests.request = async function (method, asked, ...rest) {
    try {
      return await request.call(this, method, asked, ...rest);
    } catch (error) {
      if (!isOfAListener(error)) throw error;
      if (method === "commit") return await outcomeOf(this, asked as Commit);
      throw method === "batchWrite"
        ? Object.assign(new Error("The batch was aborted."), { code: ABORTED })
        : error;
    }
  };
}

/** The library's own requests, for everything in this process. */
export function ownRequests(): Requests {
  return Firestore.prototype as unknown as Requests;
}

function isOfAListener(error: unknown): boolean {
  const { code, details } = error as { code?: unknown; details?: unknown };
  return (
    (code === 2 && details === "") ||
    (code === 1 && String(details).startsWith("call already cancelled"))
  );
}

async function outcomeOf(firestore: Firestore, { writes }: Commit): Promise<unknown> {
  const now = { seconds: Math.floor(Date.now() / 1000), nanos: 0 };
  const found =
    writes.length === 0
      ? []
      : await firestore.getAll(...writes.map((write) => written(firestore, write)));
  const times = found.map(({ updateTime }) =>
    updateTime ? { seconds: updateTime.seconds, nanos: updateTime.nanoseconds } : now,
  );
  return { commitTime: now, writeResults: times.map((updateTime) => ({ updateTime })) };
}

function written(
  firestore: Firestore,
  { update, delete: deleted, transform }: Commit["writes"][number],
) {
  const name = update?.name ?? deleted ?? transform?.document ?? "";
  return firestore.doc(name.slice(name.indexOf("/documents/") + "/documents/".length));
}
