const ALLOWED = /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?|chrome-extension:\/\/[a-p]{32})$/;

/** Whether an origin's pages may sign in here: pages of this machine and extensions. */
export function isAllowedOrigin(origin: string): boolean {
  return ALLOWED.test(origin);
}
