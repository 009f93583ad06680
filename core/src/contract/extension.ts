/**
 * The extension's id as long as it is loaded from its folder: it follows from the `key` in its manifest. The web store gives it
 * another one, so a configuration that names this id says that the extension has not been published yet.
 */
export const UNPACKED_EXTENSION_ID = "dmmenghcbfjkbpdekoajhfpocahgbefm";

/** What the page asks the extension, to learn whether it is there; the answer is `{version}` and tells nothing about the person. */
export const EXTENSION_HELLO = { type: "sendwright:hello" } as const;
