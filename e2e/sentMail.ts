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
  return await Promise.all(
    (await listOf(user)).map(async ({ id }) => await simpleParser(await bytesOf(id))),
  );
}

/** What a person received from one sender, as it was delivered to them. */
export async function deliveredTo(user: string, address: string): Promise<ParsedMail[]> {
  const got = (await listOf(user)).filter(({ to }) => to.split(", ").includes(address));
  return await Promise.all(
    got.map(async ({ id }) => await simpleParser(await bytesOf(id, address))),
  );
}

/** Saves the local Google's data for one sender: the list, and each email as it came. */
export async function keepMailbox(user: string, folder: string): Promise<void> {
  const list = await listOf(user);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "mail.json"), JSON.stringify(list, null, 2));
  for (const { id } of list) await writeFile(join(folder, `${id}.eml`), await bytesOf(id));
}

async function listOf(user: string): Promise<Stored[]> {
  return (await (
    await fetch(`${GOOGLE}/mail.json?user=${encodeURIComponent(user)}`)
  ).json()) as Stored[];
}

/** An email as its sender has it, or as it was delivered to an address. */
async function bytesOf(id: string, as?: string): Promise<Buffer> {
  const whose = as === undefined ? "" : `?as=${encodeURIComponent(as)}`;
  return Buffer.from(await (await fetch(`${GOOGLE}/mail/${id}.eml${whose}`)).arrayBuffer());
}

/** The only address of an email. Throws if there is not exactly one. */
export function recipientOf(mail: ParsedMail): string {
  const to = [mail.to ?? []].flat().flatMap(({ value }) => value);
  if (to.length !== 1 || to[0]?.address === undefined)
    throw new Error(`An email with ${to.length} recipients`);
  return to[0].address;
}
