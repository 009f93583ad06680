/** Reads the clipboard of other programs. Only a paste needs this, so it loads later. */
export { cleanPaste } from "./cleanPaste.ts";
export { tableOfText } from "./pastedTables.ts";
