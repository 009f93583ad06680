/** The permission to send email, and nothing else in the mailbox. */
export const GMAIL_SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";

/** Google scopes that sign-in asks for (rule: permission). */
export const GOOGLE_SCOPES = [
  "openid",
  "https://www.googleapis.com/auth/userinfo.email",
  "https://www.googleapis.com/auth/userinfo.profile",
  GMAIL_SEND_SCOPE,
] as const;
