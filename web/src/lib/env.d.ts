interface ImportMetaEnv {
  /** The OAuth client that asks for permission to send email. */
  readonly VITE_GOOGLE_CLIENT_ID?: string;
  /**
   * The extension's id, for a page without a session; absent or the unpacked one until it is in the
   * web store.
   */
  readonly VITE_EXTENSION_ID?: string;
  /**
   * Path of the extension's zip on this site; "" in a build without it. `vite.config.ts` sets it.
   */
  readonly VITE_EXTENSION_ZIP?: string;
  /** The SHA-256 of that zip, in hexadecimal digits; "" in development and without a zip. */
  readonly VITE_EXTENSION_SHA256?: string;
  /**
   * Who runs this deployment, where to write to them, their imprint, and where the data is:
   * `operator.ts`, `PrivacyText.tsx`.
   */
  readonly VITE_OPERATOR?: string;
  readonly VITE_CONTACT_EMAIL?: string;
  readonly VITE_IMPRINT?: string;
  readonly VITE_DATA_REGION?: string;
  /** Address of Google's sign-in script, where it is not Google's own. */
  readonly VITE_GIS_SRC?: string;
  /** Origin of the Auth emulator; absent in production. */
  readonly VITE_AUTH_EMULATOR?: string;
}
