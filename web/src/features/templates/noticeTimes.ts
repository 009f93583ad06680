/** How long the words of the templates' screen stay, in milliseconds (rule: toasts). */
export const NOTICE = 4_000;
export const SKIPPED_NOTICE = 6_000;
export const UPLOADED = 3_000;
export const UPLOAD_FAILED = 6_000;
export const SYNTAX_WARNINGS = 8_000;
/** A success needs no more than a glance, and lies over the buttons of the next editor. */
export const DONE_TOAST = 3_000;
