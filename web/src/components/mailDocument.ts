interface Options {
  /** Whether pictures from elsewhere may be loaded. */
  images: boolean;
  /** Whether values that came from a placeholder are underlined in its colour. */
  marks: boolean;
}

/** A mail arrives on white paper, whatever the theme: these are the light theme's colours, written out. */
const LOOK = `
html{background:#fff;color:#1e1b16;font:15px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere}
body{margin:0;padding:20px}
body>:first-child{margin-top:0}
body>:last-child{margin-bottom:0}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap}
[data-missing]{background:#fcecea;color:#b3261e;border-radius:4px;padding:0 4px;outline:1px dashed #b3261e}`;

const MARKS = `
[data-variable]:not([data-missing]){text-decoration:underline 2px;text-underline-offset:4px;text-decoration-color:#1b40ae66}
[data-type=sticky]:not([data-missing]){text-decoration-color:#7a4d0080}
[data-type=dropdown]:not([data-missing]){text-decoration-color:#5b2fa066}
[data-type=date]:not([data-missing]),[data-type=time]:not([data-missing]){text-decoration-color:#0a5c5780}
[data-type=email]:not([data-missing]){text-decoration-color:#1a633580}`;

/** Takes a mail's HTML; tells whether it would load pictures from elsewhere. */
export function hasRemoteImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i.test(html);
}

/**
 * Takes a mail's HTML; gives the document for a sandboxed frame. Its own policy lets nothing in but styles, and pictures once
 * they are allowed; links open beside the page.
 */
export function mailDocument(html: string, { images, marks }: Options): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${images ? " https:" : ""}`;
  return (
    `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="referrer" content="no-referrer"><base target="_blank"><title>Mail</title>` +
    `<style>${LOOK}${marks ? MARKS : ""}</style></head><body>${html}</body></html>`
  );
}
