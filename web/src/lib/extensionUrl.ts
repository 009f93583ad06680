import { UNPACKED_EXTENSION_ID } from "@sendwright/functions/contract";

const STORE = "https://chromewebstore.google.com";

/** Takes the extension's id, as configured; gives where to get it: the web store, or until it is there our page that shows how to load it. */
export function extensionUrl(id: string | undefined): string {
  return id && id !== UNPACKED_EXTENSION_ID ? `${STORE}/detail/${encodeURIComponent(id)}` : "/extension";
}
