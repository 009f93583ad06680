import { config } from "../config.ts";
import { type GmailAnswer, judgeAnswer } from "./gmailAnswers.ts";
import { postOnce } from "./postOnce.ts";

const UPLOAD = "/upload/gmail/v1/users/me/messages/send?uploadType=media";

/** A message ready to go. */
export interface GmailCall {
  accessToken: string;
  /** The whole message as RFC 5322 has it: sent as it is, without another encoding around it. */
  message: Buffer;
  /** Milliseconds to wait for the answer. */
  timeout: number;
}

/** Takes a message; hands it to Gmail exactly once and gives what the answer, or its absence, means. Never throws. */
export async function sendMessage({ accessToken, message, timeout }: GmailCall): Promise<GmailAnswer> {
  const url = new URL(UPLOAD, config().googleLocalBase ?? "https://gmail.googleapis.com");
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "message/rfc822" };
  const answer = await postOnce(url, { headers, body: message, timeout });
  if ("status" in answer) return judgeAnswer(answer, Date.now());
  return { kind: answer.left ? "unknown" : "not_left" };
}
