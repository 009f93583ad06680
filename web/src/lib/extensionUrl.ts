import { UNPACKED_EXTENSION_ID } from "@sendwright/core/contract";

const STORE = "https://chromewebstore.google.com";

/**
 * Where to get the extension with the configured id: the web store, or until it is there our page
 * that shows how to load it.
 */
export function extensionUrl(id: string | undefined): string {
  return id && id !== UNPACKED_EXTENSION_ID
    ? `${STORE}/detail/${encodeURIComponent(id)}`
    : "/extension";
}
