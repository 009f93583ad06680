import { WAYS as BY_TAB } from "../features/send/ways.ts";

/** The ways of sending that the application has; they run above the tabs. */
export const WAYS = [BY_TAB.direct, BY_TAB.bulk];
