/** Google's sign-in library, in a module of its own so that the bundle can load it late. */
export { gaxios, OAuth2Client } from "google-auth-library";
