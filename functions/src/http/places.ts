/** Requests that one instance of the API has at once: its places. */
export const PLACES = 8;
