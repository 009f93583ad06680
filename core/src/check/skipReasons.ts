/** Why a row gets no email although it has no errors. */
export const SKIPPED_BY_HAND = "You skipped this row.";
export const SENT_BEFORE = "Got this mail before: you sent to the others only.";
export const NOT_EMAILED = "On your list of people you don't email.";
/** Of a row without a file of its own, where those are skipped. */
export const WITHOUT_FILE = "This row has no file of its own, and you skip such rows.";

const DUPLICATE = "Duplicate of row ";

export function duplicateOfRow(n: number): string {
  return `${DUPLICATE}${n}`;
}

/** The note on a row that is sent although an earlier one has its address. */
export function sameAddressAsRow(n: number): string {
  return `Same address as row ${n}, different values`;
}

/** Whether a row was skipped because an earlier one is the same. */
export function isDuplicate(reason: string): boolean {
  return reason.startsWith(DUPLICATE) && /^\d+$/.test(reason.slice(DUPLICATE.length));
}

/** Of a row that is part of an earlier row's email: the sentence, and the email's own reason. */
export function inOneEmailWithRow(n: number, reason = ""): string {
  return `In one email with row ${n}.${reason && ` ${reason}`}`;
}

const JOINED = /^In one email with row \d+\. ?/;

/**
 * Whether a row without errors was skipped: a person chose so, now or by their list of people they
 * don't email, or an earlier row has its address. A row in another's email is judged as that email.
 */
export function isFaultless(reason: string): boolean {
  const own = reason.replace(JOINED, "");
  return (
    (own === "" && reason !== "") ||
    isDuplicate(own) ||
    [SKIPPED_BY_HAND, SENT_BEFORE, NOT_EMAILED, WITHOUT_FILE].includes(own)
  );
}
