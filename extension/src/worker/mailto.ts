/** The content of a `mailto:` link. */
export interface Mailto {
  /** As written, comma-joined; empty if the link names no one. */
  to: string;
  subject: string;
  body: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray %: shown as written rather than dropped.
    return text;
  }
}

/**
 * The content of a `mailto:` link (RFC 6068), or null if it isn't one. A plus is a plus there, not a space. Ignores
 * hidden copies and other headers: each person gets a separate email and sees no one else.
 */
export function readMailto(link: string): Mailto | null {
  if (!/^mailto:/i.test(link)) return null;
  const [path = "", query = ""] = link.slice("mailto:".length).split(/\?(.*)/s);
  const to = path.split(",").map(decoded);
  const found = { subject: "", body: "" };
  for (const part of query.split("&")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    const key = decoded(name).toLowerCase();
    if (key === "to") to.push(decoded(value));
    if (key === "subject") found.subject = decoded(value).replace(/\s+/g, " ").trim();
    if (key === "body") found.body = decoded(value).replace(/\r\n?/g, "\n");
  }
  return { to: to.filter((one) => one.trim() !== "").join(", "), ...found };
}
