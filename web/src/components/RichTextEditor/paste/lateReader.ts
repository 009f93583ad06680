import { lateScript } from "../../later.tsx";

/** The functions that read a paste. */
export const PASTE_READER = lateScript(() => import("./reader.ts"));
