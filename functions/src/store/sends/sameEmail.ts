import { createHash } from "node:crypto";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { subjectsOfTemplates } from "../templates.ts";
import { allSnapshots } from "./documents.ts";
import { storedMail } from "./read.ts";
import type { SnapshotDoc } from "./schemas.ts";

/** Is called with the number of documents as they are read, also if the question then fails. */
export type OnRead = (documents: number) => void;

/**
 * What makes two emails the same: their template, or if both were composed, or if the template of
 * one no longer exists, their subject.
 */
export type EmailIdentity = Pick<SnapshotDoc, "templateId" | "subject">;

/** An email that someone asks about. */
export interface AskedEmail extends EmailIdentity {
  /**
   * Whether it is the email of an earlier send, as it was then; else one that is about to be sent.
   */
  isSent: boolean;
}

/** The email of a send, as `sameEmails` needs it; null if it has been deleted. */
export async function readSentEmail(id: string): Promise<AskedEmail | null> {
  const stored = await storedMail(id, ["templateId", "subject"]);
  if (stored === null) return null;
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    templateId: textOf(stored.templateId),
    subject: textOf(stored.subject) ?? "",
    isSent: true,
  };
}

/**
 * A hash that rows of the same email to the same mailbox share, so that one query finds them in all
 * sends of a person.
 */
export function mailboxMark(
  owner: string,
  { templateId = null, subject }: EmailIdentity,
  address: string,
): string {
  const email =
    templateId === null ? ["subject", comparedSubject(subject)] : ["template", templateId];
  return hashOf([owner, ...email, addressKey(address)]);
}

/** A hash that all rows to one person share, so that one query finds them. */
export function personMark(owner: string, address: string): string {
  return hashOf([owner, "person", addressKey(address)]);
}

/** As `personMark`, for all rows to people whose names have this word (of `nameWords`). */
export function nameMark(owner: string, word: string): string {
  return hashOf([owner, "name", word]);
}

/**
 * A send's mark by which others with its subject find its template. The template comes last, so
 * that a query can skip from each template to the next, however many sends there are.
 */
export function subjectMark(owner: string, subject: string, templateId: string): string {
  return `${beginningOf(owner, subject)}:${templateId}`;
}

/**
 * The other emails that count as this one: those with its subject whose template no longer exists,
 * and if its own no longer exists, all with its subject. Reads a document for each template with
 * this subject, whatever the number of sends.
 */
export async function sameEmails(
  owner: string,
  email: AskedEmail,
  onRead: OnRead,
): Promise<EmailIdentity[]> {
  const { templateId = null, isSent } = email;
  const own = templateId === null ? [] : [templateId];
  const [current] = (await subjectsOfTemplates(owner, own, onRead)).values();
  const isGone = templateId !== null && current === undefined;
  const subject = isSent ? email.subject : (current ?? email.subject);
  if (comparedSubject(subject) === "") return [];
  const found = await templatesWithSubject(owner, subject, onRead);
  const others = found.filter((id) => id !== templateId);
  const emailOf = (id: string | null) => ({ templateId: id, subject });
  if (isSent && isGone) return [...others, null].map(emailOf);
  const existing = await subjectsOfTemplates(owner, others, onRead);
  return others.filter((id) => !existing.has(id)).map(emailOf);
}

/** The templates of earlier sends with this subject, whether they still exist or not. */
async function templatesWithSubject(
  owner: string,
  subject: string,
  onRead: OnRead,
): Promise<string[]> {
  const beginning = beginningOf(owner, subject);
  const found: string[] = [];
  let after = `${beginning}:`;
  while (true) {
    const range = allSnapshots()
      .where("subjectMark", ">", after)
      // The character after the colon: the end of those that begin in this way.
      .where("subjectMark", "<", `${beginning};`);
    const { docs } = await range.orderBy("subjectMark").limit(1).select("subjectMark").get();
    onRead(1);
    const next: unknown = docs[0]?.get("subjectMark");
    if (typeof next !== "string") return found;
    found.push(next.slice(beginning.length + 1));
    after = next;
  }
}

function beginningOf(owner: string, subject: string): string {
  return hashOf([owner, comparedSubject(subject)]);
}

function comparedSubject(subject: string): string {
  return subject.trim().normalize("NFC");
}

function hashOf(parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
