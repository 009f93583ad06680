import { gaxios, OAuth2Client } from "google-auth-library";
import { vi } from "vitest";

/** Google's sign-in when it can't be reached, for revocations; `mockRestore` ends it. */
export function withoutGoogle() {
  const cause = new gaxios.GaxiosError("no answer", {
    url: new URL("https://example.invalid"),
    headers: new Headers(),
  });
  return vi.spyOn(OAuth2Client.prototype, "revokeToken").mockImplementation(() => Promise.reject(cause));
}
