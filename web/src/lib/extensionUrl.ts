const STORE = "https://chromewebstore.google.com";

/** Takes the extension's id, if there is one; gives where the web store has it. */
export function extensionUrl(id: string | undefined): string {
  return id ? `${STORE}/detail/${encodeURIComponent(id)}` : `${STORE}/search/Sendwright`;
}
