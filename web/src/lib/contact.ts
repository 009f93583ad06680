/**
 * Where a problem is reported: the address of the operator of this Sendwright, "" where none was given at the build.
 */
export const CONTACT = import.meta.env.VITE_CONTACT_EMAIL ?? "";
