/** The content of a `mailto:` link, as written; "" for a part that it doesn't have. */
export interface Mailto {
  /** Joined with commas. */
  to: string;
  /** Cc and Bcc, joined with commas. */
  copies: string;
  subject: string;
  body: string;
}

/** Between the fields of a link, also as HTML writes it. */
const AND = /&(?:amp;)?/;

/** A part of a link without its %-codes; a stray % stays, and hides no other code. */
function decoded(text: string): string {
  return text.replace(/%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

const isSomeone = (text: string) => text.trim() !== "";

/** Reads a `mailto:` link (RFC 6068), where a plus is no space; null if it is another one. */
export function readMailto(link: string): Mailto | null {
  const [, path, query = ""] = /^\s*mailto:([^?]*)\??(.*)$/is.exec(link) ?? [];
  if (path === undefined) return null;
  const fields = query.split(AND).map((field) => {
    const [name = "", value = ""] = field.split(/=(.*)/s);
    return { name: name.toLowerCase(), value: decoded(value) };
  });
  const valuesOf = (...names: string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const [subject = ""] = valuesOf("subject");
  const [body = ""] = valuesOf("body");
  return {
    to: [...path.split(",").map(decoded), ...valuesOf("to")].filter(isSomeone).join(", "),
    copies: valuesOf("cc", "bcc").join(", "),
    subject: subject.replace(/\s+/g, " ").trim(),
    body: body.replace(/\r\n?/g, "\n"),
  };
}

/** The path and the fields of a link in a text, up to another link or the end of its brackets. */
const LINK = /(<?)mailto:([^\s<>"?()]*)(?:\?((?:(?!mailto:|\)(?:[\s.,;]|$))[^\s<>"])*))?(>?)/gi;
/** The fields of a link in brackets that name no one; they may have spaces. */
const NO_ONE = /(?<=@[^\s<>?@]{1,255})\?[a-z-]+=(?:(?!@|%40)[^<>\n])*(?=>)/gi;
/** The fields of a link that was copied without its `mailto:`. */
const FIELDS = /(?=\?)(?<=[^\s/]@[^\s<>"?/@]{1,255})\?([a-z-]+=[^\s<>"]*)(>?)/gi;

/**
 * A text in which each `mailto:` link is everyone whom it names, also in Cc and Bcc (rule: paste):
 * `mailto:ann@example.org?cc=bo@example.org&subject=Hi` becomes `mailto:ann@example.org,
 * bo@example.org`.
 */
export function withPeopleOfLinks(text: string): string {
  return text
    .replace(NO_ONE, "")
    .replace(LINK, (_, open: string, path: string, fields = "", close: string) => {
      const people = [...path.split(",").map(decoded), ...peopleIn(fields)];
      const [first = "", ...others] = people.filter(isSomeone);
      const link = `${open}${first === path ? "mailto:" : ""}${first}`;
      if (others.length === 0) return link + close;
      return [open === "" ? link : `${link}>`, ...others].join(", ") + (open === "" ? close : "");
    })
    .replace(FIELDS, (_, fields: string, close = "") => {
      const people = peopleIn(fields).filter(isSomeone);
      return people.length === 0 ? close : [close, ...people].join(", ");
    });
}

/** A field that names no one, or the rest of one whose text has a "&". */
const OTHER_FIELD = /^(?:[^=,;]*=[^,;]*|(?:(?!%40)[^=,;@])*(?=[,;]|$))/;

/** The people in the fields of a link; a list may continue behind the text of another field. */
function peopleIn(fields: string): string[] {
  return fields.split(AND).map((field) => {
    const [, people] = /^(?:to|cc|bcc)=(.*)$/is.exec(field) ?? [];
    return people === undefined ? field.replace(OTHER_FIELD, "") : decoded(people);
  });
}
