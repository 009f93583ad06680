import { expect, it } from "vitest";
import { authDetail } from "./authDetail.ts";

const tokens = { email: "ada@example.com", idToken: "a.b.c", refreshToken: "r" };

it.each([
  ["a logout", { loggedIn: false, cause: "signed_out" }, "signed_out"],
  ["an expiry", { loggedIn: false, cause: "expired" }, "expired"],
  ["a page that could not start", { loggedIn: false, cause: "unavailable" }, "unavailable"],
  ["an older page, which gives no cause", { loggedIn: false }, "signed_out"],
  ["a newer page with a different cause", { loggedIn: false, cause: "locked" }, "signed_out"],
  ["a cause that is not text", { loggedIn: false, cause: ["expired"] }, "signed_out"],
])("reads %s", (_what, given, cause) => {
  expect(authDetail(given)).toEqual({ loggedIn: false, cause });
});

it.each([
  ["an older page", { loggedIn: true, ...tokens }],
  ["a newer page", { loggedIn: true, cause: "signed_in", ...tokens, further: 1 }],
])("reads a sign-in of %s", (_what, given) => {
  expect(authDetail(given)).toEqual({ loggedIn: true, cause: "signed_in", ...tokens });
});

it.each([null, "expired", {}, { loggedIn: "false" }, { loggedIn: true }, { loggedIn: true, ...tokens, idToken: "" }])(
  "refuses %j",
  (given) => expect(authDetail(given)).toBeNull(),
);
