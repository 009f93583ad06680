import { bulkWay } from "../features/bulk-send/bulkWay.ts";
import { directWay } from "../features/direct-send/directWay.ts";

/** The ways of sending that the application has; what runs them stands above the tabs. */
export const WAYS = [directWay, bulkWay];
