import { SEND_MODES as BY_TAB } from "../features/send/sendModes.ts";

/** The ways of sending that the application has; they run above the tabs. */
export const SEND_MODES = [BY_TAB.direct, BY_TAB.bulk];
