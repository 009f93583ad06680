import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
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
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(createPrivateKey(privatePem)),
  };
}

function makePrivatePem(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
