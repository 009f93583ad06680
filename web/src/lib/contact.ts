/** Where a problem is reported: the address of whoever runs this Sendwright, "" where none was given at the build. */
export const CONTACT = import.meta.env.VITE_CONTACT_EMAIL ?? "";
