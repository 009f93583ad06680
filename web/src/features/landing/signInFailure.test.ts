import { expect, it } from "vitest";
import { signInFailure } from "./useGoogleSignIn.ts";

it.each([
  ["Failed to fetch dynamically imported module: https://example.com/assets/signIn.js", /reload the page/],
  ["error loading dynamically imported module: https://example.com/assets/signIn.js", /reload the page/],
  ["Importing a module script failed.", /reload the page/],
  ["Anything else", /^Sign-in failed\. Please try again\.$/],
])("says what helps after: %s", (said, message) => {
  expect(signInFailure(new TypeError(said))).toMatchObject({
    code: "signin_error",
    message: expect.stringMatching(message),
  });
});
