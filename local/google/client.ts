const USERINFO = "https://www.googleapis.com/auth/userinfo.";
const GMAIL = "https://www.googleapis.com/auth/gmail.";

const ALIASES: Readonly<Record<string, string>> = {
  email: `${USERINFO}email`,
  profile: `${USERINFO}profile`,
};

/** Every scope that may be asked for, in its full form, with the words of the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  openid: "Associate you with your personal info on Google",
  [`${USERINFO}email`]: "See your primary Google Account email address",
  [`${USERINFO}profile`]:
    "See your personal info, including any personal info you've made publicly available",
  [`${GMAIL}send`]: "Send email on your behalf",
  [`${GMAIL}compose`]: "Manage drafts and send emails",
  [`${GMAIL}modify`]: "Read, compose and send emails from your Gmail account",
  "https://mail.google.com/":
    "Read, compose, send and permanently delete all your email from Gmail",
};

export const EMAIL_SCOPE = `${USERINFO}email`;
export const PROFILE_SCOPE = `${USERINFO}profile`;

/** Any of these lets a program send. */
export const SENDING_SCOPES = [
  `${GMAIL}send`,
  `${GMAIL}compose`,
  `${GMAIL}modify`,
  "https://mail.google.com/",
];

/** The full form of a scope (`email` becomes its address). */
export function fullScope(scope: string): string {
  return ALIASES[scope] ?? scope;
}

/** The full forms in a scope parameter, separated by spaces, each once, in the order asked. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean).map(fullScope))];
}

export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !Object.hasOwn(SCOPES, scope));
}

/**
 * The text of a code answer for granted scopes in full form; Google names the short forms in it as
 * well.
 */
export function scopeText(scopes: readonly string[]): string {
  const short = Object.keys(ALIASES).filter((alias) => scopes.includes(fullScope(alias)));
  return [...short, ...scopes].join(" ");
}

/** The one OAuth client that this Google knows; nothing here is a secret outside this machine. */
export const CLIENT_ID = "sendwright-local.apps.googleusercontent.com";
export const CLIENT_SECRET = "local-secret";

/** The only redirect address that a popup code client uses. */
export const REDIRECT_URI = "postmessage";

/** Lifetimes in seconds, as Google's own. */
export const CODE_SECONDS = 600;
export const ACCESS_TOKEN_SECONDS = 3599;
export const ID_TOKEN_SECONDS = 3600;
