/** A date and a time as their native fields write them. */
export const DATE_FROM_FIELD = /^\d{4}-\d{2}-\d{2}$/;
export const TIME_FROM_FIELD = /^\d{2}:\d{2}$/;
