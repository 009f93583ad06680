import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
} from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { CLIENT_ID, EMAIL_SCOPE, ID_TOKEN_SECONDS, PROFILE_SCOPE } from "./client.ts";
import { type GooglePerson, nameParts, personOf } from "./people.ts";
import type { StateFolder } from "./stateFolder.ts";

const FILE = "signing-key.pem";

/** The key that signs id tokens, and its public half in both forms that Google publishes. */
export interface SigningKey {
  kid: string;
  jwk: JsonWebKey;
  pem: string;
  sign(claims: JWTPayload): Promise<string>;
}

/** The key in the state, made on the first start. */
export async function openSigningKey(state: StateFolder): Promise<SigningKey> {
  const stored = await state.read(FILE);
  const privatePem = stored?.toString("ascii") ?? makePrivatePem();
  if (stored === null) await state.write(FILE, privatePem);
  const publicKey = createPublicKey(privatePem);
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const kid = createHash("sha256").update(pem).digest("hex");
  const header = { alg: "RS256", kid, typ: "JWT" };
  return {
    kid,
    jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" },
    pem,
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader(header).sign(createPrivateKey(privatePem)),
  };
}

function makePrivatePem(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** A person's claims for a client with these scopes; `base` is this server's address. */
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

/**
 * The signed id token for a grant with its new access token, or null if `openid` was not granted.
 */
export async function makeIdToken(
  { key, now }: { key: SigningKey; now: () => number },
  base: string,
  grant: { email: string; scopes: string[]; accessToken: string; nonce?: string | undefined },
): Promise<string | null> {
  const person = personOf(grant.email);
  if (person === null || !grant.scopes.includes("openid")) return null;
  const iat = Math.floor(now() / 1000);
  return key.sign({
    iss: "https://accounts.google.com",
    azp: CLIENT_ID,
    aud: CLIENT_ID,
    ...userInfo(person, grant.scopes, base),
    at_hash: createHash("sha256")
      .update(grant.accessToken)
      .digest()
      .subarray(0, 16)
      .toString("base64url"),
    ...(grant.nonce !== undefined && { nonce: grant.nonce }),
    iat,
    exp: iat + ID_TOKEN_SECONDS,
  });
}
