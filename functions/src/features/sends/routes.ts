import { realEngine } from "./engine.ts";
import { sendHandlers } from "./handlers.ts";

/** What answers the calls about sends, in the real world. */
export const sends = sendHandlers(realEngine);

export type SendHandlers = ReturnType<typeof sendHandlers>;
