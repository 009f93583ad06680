/**
 * The content of each part of a multipart/related upload, byte for byte, or null when the body is malformed. (Upload
 * parsers for forms refuse multipart/related, mail parsers decode what must stay as it is.)
 */
export function splitRelated(contentType: string, body: Buffer): Buffer[] | null {
  const match = /^multipart\/related\s*;.*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return null;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Buffer[] = [];
  // The first delimiter may open the body, without a line end before it.
  let rest = Buffer.concat([Buffer.from("\r\n"), body]);
  for (let start = rest.indexOf(delimiter); start >= 0; start = rest.indexOf(delimiter)) {
    rest = rest.subarray(start + delimiter.length);
    if (rest.subarray(0, 2).toString("latin1") === "--") return parts;
    const end = rest.indexOf(delimiter);
    const content = rest.indexOf("\r\n\r\n");
    if (end < 0 || content < 0 || content > end) return null;
    parts.push(rest.subarray(content + 4, end));
  }
  return null;
}
