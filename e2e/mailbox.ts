import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import { GOOGLE } from "./stack.ts";

interface Stored {
  id: string;
  user: string;
  to: string;
  subject: string;
}

/** The local Google's data for one sender, parsed by an independent library. */
export async function mailsOf(user: string): Promise<ParsedMail[]> {
  return await Promise.all((await listOf(user)).map(async ({ id }) => await simpleParser(await bytesOf(id))));
}

/** Saves the local Google's data for one sender: the list, and each email as it came. */
export async function keepMailbox(user: string, folder: string): Promise<void> {
  const list = await listOf(user);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "mail.json"), JSON.stringify(list, null, 2));
  for (const { id } of list) await writeFile(join(folder, `${id}.eml`), await bytesOf(id));
}

async function listOf(user: string): Promise<Stored[]> {
  return (await (await fetch(`${GOOGLE}/mail.json?user=${encodeURIComponent(user)}`)).json()) as Stored[];
}

async function bytesOf(id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${GOOGLE}/mail/${id}.eml`)).arrayBuffer());
}

/** The only address of an email. Throws if there is not exactly one. */
export function recipientOf(mail: ParsedMail): string {
  const to = [mail.to ?? []].flat().flatMap(({ value }) => value);
  if (to.length !== 1 || to[0]?.address === undefined) throw new Error(`An email with ${to.length} recipients`);
  return to[0].address;
}
