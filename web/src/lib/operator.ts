/**
 * Who runs this Sendwright, from the settings of its deployment (docs/deploy.md), which can't be
 * deployed without them. A build without the settings, such as the local one, names an operator
 * that can't exist.
 */
export const OPERATOR = {
  name: import.meta.env.VITE_OPERATOR ?? "Fictional Operator",
  /** Where people report problems and abuse, and ask about their data. */
  contact: import.meta.env.VITE_CONTACT_EMAIL ?? "operator@example.org",
  /** A page with the operator's full name, address and, where a law requires it, register entry. */
  imprint: import.meta.env.VITE_IMPRINT ?? "https://example.org/",
};
