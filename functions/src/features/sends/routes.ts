import { realEngine } from "./engine.ts";
import { sendHandlers } from "./handlers.ts";

/** What answers the calls about sends, in the real world. */
export const { direct, bulk, test, list, get, pause, resume, cancel, retry, remove } = sendHandlers(realEngine);
