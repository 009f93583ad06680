import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import { CLIENT_ID, ID_TOKEN_SECONDS } from "./client.ts";
import { type GooglePerson, nameParts, personOf } from "./people.ts";
import { EMAIL_SCOPE, PROFILE_SCOPE } from "./scopes.ts";
import type { World } from "./world.ts";

/** What Google tells a client with these scopes of a person; `base` is this server's address. */
function userInfo(person: GooglePerson, scopes: readonly string[], base: string): JWTPayload {
  const email = { email: person.email, email_verified: true };
  // Always a string: the Auth emulator answers 500 to anything else.
  const picture = `${base}/pages/icon.svg`;
  const profile = { name: person.name, ...nameParts(person), picture };
  return {
    sub: person.sub,
    ...(person.hd !== undefined && { hd: person.hd }),
    ...(scopes.includes(EMAIL_SCOPE) && email),
    ...(scopes.includes(PROFILE_SCOPE) && profile),
  };
}

/** The signed id token for a grant with its new access token, or null if `openid` was not granted. */
export async function makeIdToken(
  world: World,
  base: string,
  grant: { email: string; scopes: string[]; accessToken: string; nonce?: string | undefined },
): Promise<string | null> {
  const person = personOf(grant.email);
  if (person === null || !grant.scopes.includes("openid")) return null;
  const iat = Math.floor(world.now() / 1000);
  return world.key.sign({
    iss: "https://accounts.google.com",
    azp: CLIENT_ID,
    aud: CLIENT_ID,
    ...userInfo(person, grant.scopes, base),
    at_hash: createHash("sha256").update(grant.accessToken).digest().subarray(0, 16).toString("base64url"),
    ...(grant.nonce !== undefined && { nonce: grant.nonce }),
    iat,
    exp: iat + ID_TOKEN_SECONDS,
  });
}
