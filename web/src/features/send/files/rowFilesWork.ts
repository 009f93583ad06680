// Everything that lists with files need, and others don't load.
export { filesOfList } from "@sendwright/core/list/listFiles";
export { proveFilesOfList, withProofsOfList } from "@sendwright/core/list/listProofs";
export { fileFacts, nameNotes } from "./fileFacts.ts";
export { fileTexts } from "./fileTexts.ts";
