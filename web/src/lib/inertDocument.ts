/** The options of the browser's sanitizer; TypeScript doesn't know the types yet. */
interface SanitizerOptions {
  sanitizer: { comments: boolean; removeElements: string[]; removeAttributes: string[] };
}
type ParseHtml = (html: string, how: SanitizerOptions) => Document;

/**
 * Keeps everything but scripts, frames, handlers and `javascript:`, which the browser always
 * removes.
 */
const ALL_THAT_RUNS_NOT: SanitizerOptions = {
  sanitizer: { comments: true, removeElements: [], removeAttributes: [] },
};

/**
 * A document of some markup that runs nothing and loads nothing. The one place where text becomes
 * markup: the browser's sanitizer needs no trust (Trusted Types); without one, the inert parser
 * does it.
 */
export function inertDocument(html: string): Document {
  const parse: unknown = Reflect.get(Document, "parseHTML");
  if (typeof parse !== "function") return new DOMParser().parseFromString(html, "text/html");
  return (parse as ParseHtml).call(Document, html, ALL_THAT_RUNS_NOT);
}
