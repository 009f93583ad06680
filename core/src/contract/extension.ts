/**
 * The extension's id while it is loaded from its folder; it follows from the `key` in its manifest. The web store
 * assigns another one, so a configuration with this id means that the extension isn't published yet.
 */
export const UNPACKED_EXTENSION_ID = "dmmenghcbfjkbpdekoajhfpocahgbefm";

/**
 * The page's question whether the extension is installed. The answer is `{version}` and reveals nothing about the
 * person.
 */
export const EXTENSION_HELLO = { type: "sendwright:hello" } as const;
