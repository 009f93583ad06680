import { defineSecret, defineString } from "firebase-functions/params";

/**
 * What `firebase deploy` asks for. The values arrive in `process.env` and are read in `config.ts` alone;
 * nothing here reads one.
 */
defineString("GOOGLE_CLIENT_ID", { description: "OAuth client id of the web application (Google Cloud console)" });
defineString("EXTENSION_ID", { description: "Id of the browser extension in the web store", default: "" });

/** The secrets, bound to every function that talks to Google. */
export const secrets = [defineSecret("GOOGLE_CLIENT_SECRET"), defineSecret("TOKEN_ENCRYPTION_KEY")];
