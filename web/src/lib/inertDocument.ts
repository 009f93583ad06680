/** What the browser's own sanitiser can be told; the types of the language do not know it yet. */
interface Sanitising {
  sanitizer: { comments: boolean; removeElements: string[]; removeAttributes: string[] };
}
type ParseHtml = (html: string, how: Sanitising) => Document;

/** Everything stays but what runs: scripts, frames, handlers and `javascript:` the browser takes out whatever it is told. */
const ALL_THAT_RUNS_NOT: Sanitising = { sanitizer: { comments: true, removeElements: [], removeAttributes: [] } };

/**
 * A document of some markup in which nothing runs and from which nothing is loaded. The one place where text becomes
 * markup: the browser's sanitiser needs no trust (Trusted Types); where there is none yet, the parser that runs nothing
 * does.
 */
export function inertDocument(html: string): Document {
  const parse: unknown = Reflect.get(Document, "parseHTML");
  if (typeof parse !== "function") return new DOMParser().parseFromString(html, "text/html");
  return (parse as ParseHtml).call(Document, html, ALL_THAT_RUNS_NOT);
}
