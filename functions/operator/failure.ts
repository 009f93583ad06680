/**
 * What Google's libraries say if this machine has no application default credentials, or only some
 * that ended.
 */
const NO_LOGIN = /default credentials|invalid_grant|invalid_rapt/i;

/** The sentence to print for a command that failed. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return NO_LOGIN.test(message)
    ? "This machine isn't logged in to Google Cloud. Run: gcloud auth application-default login"
    : message;
}
