import { type ParsedMail, simpleParser } from "mailparser";
import { GOOGLE } from "./browser.ts";

interface Stored {
  id: string;
  user: string;
  to: string;
  subject: string;
}

/** What the local Google stored for one sender, parsed by a library that had no part in building it. */
export async function mailsOf(user: string): Promise<ParsedMail[]> {
  const list = (await (await fetch(`${GOOGLE}/mail.json?user=${encodeURIComponent(user)}`)).json()) as Stored[];
  return await Promise.all(
    list.map(async ({ id }) => {
      const bytes = await (await fetch(`${GOOGLE}/mail/${id}.eml`)).arrayBuffer();
      return await simpleParser(Buffer.from(bytes));
    }),
  );
}

/** The one address a mail went to. Throws when there is not exactly one. */
export function recipientOf(mail: ParsedMail): string {
  const to = [mail.to ?? []].flat().flatMap(({ value }) => value);
  if (to.length !== 1 || to[0]?.address === undefined) throw new Error(`A mail with ${to.length} recipients`);
  return to[0].address;
}
