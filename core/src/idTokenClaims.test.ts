import { expect, it } from "vitest";
import { idTokenClaims } from "./idTokenClaims.ts";

const token = (payload: unknown) =>
  `header.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`;

it("reads Google's tokens and Firebase's", () => {
  expect(idTokenClaims(token({ sub: "117", iat: 5, name: "Zoë 🙂" }))).toEqual({
    uid: "117",
    google: "117",
    issuedAt: 5,
  });
  const firebase = { identities: { "google.com": ["117"], email: ["a@b.co"] } };
  expect(idTokenClaims(token({ sub: "u1", iat: 5, auth_time: 4, firebase }))).toEqual({
    uid: "u1",
    google: "117",
    issuedAt: 5,
    authTime: 4,
  });
  expect(idTokenClaims(token({ sub: "u1", firebase: {} }))).toEqual({ uid: "u1" });
});

it.each([null, "", "no token", "a.b.c", token(null), token({ sub: "", iat: "5" })])(
  "finds nothing in %j",
  (text) => {
    expect(idTokenClaims(text)).toEqual({});
  },
);
