import type { DateOrder, NumberForm, Variable } from "../contract/templates.ts";
import type { Formats } from "../dates/formats.ts";
import { decodeFileName } from "../files/fileName.ts";
import { isBlank } from "../isBlank.ts";
import { type ConditionToken, shownValue, tokenize } from "../placeholders/placeholders.ts";

/** A file, by its name in the email and by what identifies its content. */
export interface ContentFile {
  name: string;
  /** The hash of its bytes; the path of a stored file whose hash isn't known. */
  content: string;
}

/** The part of an email that is the same for everyone. */
export interface EmailContent extends Formats {
  subject: string;
  body: string;
  /** HTML; "" for none. */
  signature: string;
  /** In the order of each row's values. */
  variables: readonly Variable[];
  dateOrders: ReadonlyMap<string, DateOrder>;
  /** By variable that is added up. */
  numberForms?: ReadonlyMap<string, NumberForm> | undefined;
  /** Files that everyone gets, without pictures: the body names those. */
  files: readonly ContentFile[];
}

/**
 * A text that two emails share only if everyone's part is equal: page and server hash it to compare
 * emails without keeping them (rule: the same email again).
 */
export function emailText({ subject, body, signature, variables, files }: EmailContent): string {
  const names = variables.map(({ name }) => name);
  const text = [lines(subject).trim(), lines(body), signature];
  return JSON.stringify([...text, names, filesText(files)]);
}

/**
 * A function that makes a text which two emails share only if the values of all their rows are
 * shown alike, in one order, and their files are equal. How dates are written, and how they were
 * read, counts only where a date shows it; how numbers are read counts only with several rows, which
 * are added up.
 */
export function rowTexts(
  email: EmailContent,
): (
  hash: string,
  values: readonly string[],
  files?: readonly ContentFile[],
  further?: readonly (readonly string[])[],
) => string {
  const compared = comparedNames(email);
  const shownOf = (values: readonly string[]) =>
    email.variables.map(({ name, type }, i) => {
      const value = values[i] ?? "";
      if (isBlank(value)) return "";
      const text = lines(shownValue({ name, type }, value, email)).normalize("NFC");
      // A condition compares the value as it was given.
      return text !== value && compared.has(name) ? [text, value] : text;
    });
  return (hash, values, files = [], further = []) => {
    const row = [hash, shownOf(values), filesText(files)];
    if (further.length === 0) return JSON.stringify(row);
    const forms = email.variables.map(({ name }) => email.numberForms?.get(name) ?? "");
    return JSON.stringify([...row, further.map(shownOf), forms]);
  };
}

/** The placeholders whose values choose a text. */
function comparedNames({ subject, body }: EmailContent): ReadonlySet<string> {
  const isChoice = (token: ReturnType<typeof tokenize>[number]): token is ConditionToken =>
    token.kind === "open" || token.kind === "inverted";
  const tokens = [...tokenize(subject, "text"), ...tokenize(body, "html")];
  return new Set(tokens.filter(isChoice).map(({ name }) => name));
}

/** Forms send each line break as two characters. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function filesText(files: readonly ContentFile[]): string[] {
  return files.map(({ name, content }) => JSON.stringify([decodeFileName(name), content])).sort();
}
