import { createPublicKey } from "node:crypto";
import type { CryptoKey, JWK, JWTPayload } from "jose";
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  SignJWT,
} from "jose";
import type { StateFolder } from "./stateFolder.ts";

const FILE = "signing-key.pem";

/** The key that signs id tokens, and its public half in both forms that Google publishes. */
export interface SigningKey {
  kid: string;
  jwk: JWK;
  pem: string;
  sign(claims: JWTPayload): Promise<string>;
}

/** The key in the state, made on the first start. */
export async function openSigningKey(state: StateFolder): Promise<SigningKey> {
  const stored = await state.read(FILE);
  const privatePem = stored?.toString("ascii") ?? (await makePrivatePem());
  if (stored === null) await state.write(FILE, privatePem);
  return signingKey(await importPKCS8(privatePem, "RS256"), privatePem);
}

async function makePrivatePem(): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return exportPKCS8(privateKey);
}

async function signingKey(privateKey: CryptoKey, privatePem: string): Promise<SigningKey> {
  const publicKey = createPublicKey(privatePem);
  const plain = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(plain);
  return {
    kid,
    jwk: { ...plain, kid, alg: "RS256", use: "sig" },
    pem: await exportSPKI(publicKey),
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, typ: "JWT" }).sign(privateKey),
  };
}
