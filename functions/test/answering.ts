import type { User } from "../src/http/user.ts";
import type { GmailAnswer } from "../src/platform/gmailAnswers.ts";
import { storedRowsOf } from "../src/store/sends/documents.ts";
import { type TestEngine, testEngine } from "./sendsWorld.ts";

export const HOUR = 3_600_000;

/** The states of a send's rows, in their order. */
export async function statesOf(id: string): Promise<string[]> {
  return (await storedRowsOf(id).orderBy("n").get()).docs.map((doc) => doc.data().state);
}

/** The key under which a user began a send. */
export function keyOf(user: User, id: string): string {
  return id.slice(user.uid.length + 1);
}

/** An engine whose Gmail gives these answers, in order, and then sends; it keeps the messages. */
export function answering(...answers: GmailAnswer[]): TestEngine & { calls: { at: number; to: string }[] } {
  const calls: { at: number; to: string }[] = [];
  const engine = testEngine();
  engine.sendMessage = async ({ message }) => {
    const to = /^To: .*?([^\s<>]+@[^\s<>]+?)>?\r$/m.exec(Buffer.concat(message).toString("latin1"))?.[1] ?? "";
    calls.push({ at: engine.now(), to });
    return answers.shift() ?? { kind: "sent", messageId: "m" };
  };
  return Object.assign(engine, { calls });
}
