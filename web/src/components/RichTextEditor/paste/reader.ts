/** Reads what other programs put on the clipboard. Only a paste needs it, so it loads later. */
export { cleanPaste } from "./cleanPaste.ts";
export { tableOfText } from "./pastedTables.ts";
