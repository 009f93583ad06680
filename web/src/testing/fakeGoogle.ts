import { vi } from "vitest";

interface CodeClientConfig {
  scope: string;
  ux_mode: string;
  login_hint?: string;
  callback: (answer: { code?: string; error?: string; error_description?: string }) => void;
  error_callback: (error: { type?: string; message?: string }) => void;
}

/**
 * Google's sign-in library, with a person who answers as the test says: `config` is the page's
 * input for the last code client.
 */
export function fakeGoogle() {
  const google = { config: null as CodeClientConfig | null, opened: 0 };
  const oauth2 = {
    initCodeClient: (config: CodeClientConfig) => {
      google.config = config;
      return {
        requestCode: () => {
          google.opened += 1;
        },
      };
    },
  };
  vi.stubGlobal("google", { accounts: { oauth2 } });
  return google;
}
