/** An address that works where a preview has no value for a link. */
export const SAMPLE_LINK = "https://example.org";

/** Whether a link of a body begins with this placeholder, so that only an address makes it work. */
export function beginsLink(body: string, name: string): boolean {
  return body.includes(`href="{{${name}`);
}
