import type { SendPlan } from "../src/features/sends/accept/plan.ts";
import type { User } from "../src/http/requireUser.ts";
import { hashOf, storeUploads, uploadPath } from "../src/store/uploads.ts";
import { mailbox, rawMail } from "./sendsWorld.ts";

/** The text of the file that only the person with this address gets. */
export function slipFor(to: string): string {
  return `This slip is for ${to} and for no one else.`;
}

/** A plan whose rows have a file of their own each, uploaded as by their person. */
export function withSlips(user: Pick<User, "uid">, plan: SendPlan): Promise<SendPlan> {
  return withOwnFiles(
    user,
    plan,
    plan.rows.map(({ to }) => Buffer.from(slipFor(to))),
  );
}

/** The same with these contents, in the order of the rows. */
export async function withOwnFiles(
  user: Pick<User, "uid">,
  plan: SendPlan,
  contents: readonly Buffer[],
): Promise<SendPlan> {
  await storeUploads(
    user.uid,
    contents.map((content) => ({ content, contentType: "application/pdf" })),
    Date.now(),
  );
  const files = contents.map((content, i) => ({
    filename: `slip ${i + 1}.pdf`,
    contentType: "application/pdf",
    size: content.length,
    hash: hashOf(content),
  }));
  return {
    ...plan,
    rows: plan.rows.map((row, i) => ({ ...row, files: files.slice(i, i + 1) })),
    rowContents: files.map(({ hash, size }) => ({
      hash,
      size,
      from: uploadPath(user.uid, hash),
      rows: [],
    })),
  };
}

/** The texts of the files in an email's bytes. */
export function filesIn(raw: string): string[] {
  const parts = raw.matchAll(
    /Content-Disposition: attachment;(?:[^\r\n]|\r\n[ \t])*\r\n(?:[^\r\n]+\r\n)*\r\n([A-Za-z0-9+/=\r\n]*)/g,
  );
  return [...parts].map(([, base64 = ""]) => Buffer.from(base64, "base64").toString());
}

/** Of each email that was delivered for an account: its receiver, and the texts of its files. */
export async function deliveredSlips(account: string): Promise<[to: string, texts: string[]][]> {
  const mails = await mailbox(account);
  return Promise.all(
    mails.map(async ({ id, to }): Promise<[string, string[]]> => {
      return [/[^\s<>]+@[^\s<>]+/.exec(to.join())?.[0] ?? "", filesIn(await rawMail(id))];
    }),
  );
}
