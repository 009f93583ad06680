import type { gmail_v1 } from "googleapis/build/src/apis/gmail/v1.js";
import { config } from "../config.ts";
import { type GmailAnswer, judgeAnswer } from "./gmailAnswers.ts";
import { type HttpAnswer, type NoAnswer, postOnce } from "./postOnce.ts";

export interface GmailCall {
  accessToken: string;
  /** The whole RFC 5322 message, in pieces: sent as it is, without another encoding around it. */
  message: readonly Buffer[];
  /** Milliseconds to wait for the answer. */
  timeout: number;
}

type Adapter = NonNullable<gmail_v1.Options["adapter"]>;

/** The answer as Google's client sees it: we judge it here, from the data on the wire. */
const NOT_READ = undefined as never;
/** The message as Google's client sees it; `postOnce` takes it piece by piece. */
const NOT_ASKED = Buffer.alloc(0);

let client: gmail_v1.Gmail | undefined;

/**
 * Google's client of the Gmail API, loaded with the first email, so that no instance waits for it
 * at its start.
 */
async function gmail(): Promise<gmail_v1.Gmail> {
  if (client) return client;
  // The bundle gives a CommonJS file only as its default export; Node also gives its names.
  const { default: google } = await import("googleapis/build/src/apis/gmail/v1.js");
  client = new google.gmail_v1.Gmail({});
  return client;
}

/**
 * Hands a message to Gmail exactly once and returns the meaning of the answer, or of its absence.
 * Google's client builds the request; `postOnce` sends it, because only the holder of the socket
 * knows whether a byte has left (decision 11). Never throws.
 */
export async function sendMessage({
  accessToken,
  message,
  timeout,
}: GmailCall): Promise<GmailAnswer> {
  const { users } = await gmail();
  const { googleLocalBase } = config();
  const options = { headers: { authorization: `Bearer ${accessToken}` }, retry: false };
  const exchange = new Promise<HttpAnswer | NoAnswer>((resolve) => {
    const adapter: Adapter = async (request) => {
      request.headers.delete("accept-encoding"); // postOnce reads the answer as it comes
      const post = { headers: Object.fromEntries(request.headers), body: message, timeout };
      resolve(await postOnce(request.url, post));
      return Object.assign(new Response(), { config: request, data: NOT_READ });
    };
    users.messages
      .send(
        { userId: "me", media: { mimeType: "message/rfc822", body: NOT_ASKED } },
        { ...options, adapter, ...(googleLocalBase ? { rootUrl: googleLocalBase } : {}) },
      )
      // Once the adapter has resolved, this changes nothing; before it, no socket has been opened.
      .catch((cause: Error) => resolve({ left: false, cause }));
  });
  const answer = await exchange;
  if ("status" in answer) return judgeAnswer(answer, Date.now());
  return { kind: answer.left ? "unknown" : "not_left" };
}
