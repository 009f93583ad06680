import { randomBytes } from "node:crypto";
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS } from "./client.ts";
import type { StateFolder } from "./stateFolder.ts";

const FILE = "grants.json";

export interface GoogleGrant {
  email: string;
  scopes: string[];
}

/** `expiresAt` is in milliseconds. */
export interface GrantedAccess extends GoogleGrant {
  expiresAt: number;
}

interface Code extends GrantedAccess {
  nonce: string | undefined;
}

/**
 * Every person's consent. Refresh tokens are kept between starts, codes and access tokens are not.
 */
export async function openGrants(state: StateFolder, now: () => number) {
  const stored = await state.read(FILE);
  const refreshTokens = new Map<string, GoogleGrant>(
    stored ? (JSON.parse(stored.toString("utf8")) as [string, GoogleGrant][]) : [],
  );
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, GrantedAccess>();
  let saving = Promise.resolve();

  /** One write after the other, each with all that is known when it starts. */
  function save(): Promise<void> {
    saving = saving
      .catch(() => undefined)
      .then(() => state.write(FILE, JSON.stringify([...refreshTokens])));
    return saving;
  }

  function makeAccessToken({ email, scopes }: GoogleGrant): string {
    const token = `ya29.${randomBytes(60).toString("base64url")}`;
    accessTokens.set(token, { email, scopes, expiresAt: now() + ACCESS_TOKEN_SECONDS * 1000 });
    return token;
  }

  /**
   * Only consent to something new gives a refresh token: Google gives none to a person who has
   * already allowed everything.
   */
  function makeRefreshToken({ email, scopes }: GoogleGrant): string | null {
    const earlier = [...refreshTokens.values()].filter((grant) => grant.email === email);
    if (earlier.some((grant) => scopes.every((scope) => grant.scopes.includes(scope)))) return null;
    const token = `1//0${randomBytes(48).toString("base64url")}`;
    refreshTokens.set(token, { email, scopes });
    return token;
  }

  return {
    makeCode(grant: GoogleGrant, nonce?: string): string {
      const code = `4/0A${randomBytes(36).toString("base64url")}`;
      codes.set(code, { ...grant, nonce, expiresAt: now() + CODE_SECONDS * 1000 });
      return code;
    },

    /** The owner of a code or refresh token, without using it up, or null. */
    ownerOfSecret: (secret: string): string | null =>
      (codes.get(secret) ?? refreshTokens.get(secret))?.email ?? null,

    /** The tokens of a code, once: null for a code that is unknown, used, expired or revoked. */
    async redeem(code: string) {
      const found = codes.get(code);
      codes.delete(code);
      if (!found || found.expiresAt <= now()) return null;
      const refreshToken = makeRefreshToken(found);
      if (refreshToken !== null) await save();
      return { ...found, refreshToken, accessToken: makeAccessToken(found) };
    },

    /** A new access token, or null if the refresh token is unknown or revoked. */
    refresh(refreshToken: string) {
      const grant = refreshTokens.get(refreshToken);
      return grant ? { ...grant, accessToken: makeAccessToken(grant) } : null;
    },

    /** The consent that an access token has and when it expires, or null if it is unknown, expired or revoked. */
    findAccess(accessToken: string): GrantedAccess | null {
      const access = accessTokens.get(accessToken);
      return access && access.expiresAt > now() ? access : null;
    },

    /** The owner of an access or refresh token, or null if it is no longer valid. */
    ownerOfToken(token: string): string | null {
      return (this.findAccess(token) ?? refreshTokens.get(token))?.email ?? null;
    },

    /** Revokes everything a person has allowed, so that all codes and tokens stop working. */
    async revoke(email: string): Promise<void> {
      for (const secrets of [codes, accessTokens, refreshTokens]) {
        for (const [secret, grant] of secrets) if (grant.email === email) secrets.delete(secret);
      }
      await save();
    },
  };
}
