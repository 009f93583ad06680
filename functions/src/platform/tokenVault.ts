import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { config, type TokenKeys } from "../config.ts";

/**
 * A stored refresh token: AES-256-GCM, with the id of the key that sealed it. All parts are base64.
 */
export interface SealedToken {
  key_id: string;
  iv: string;
  data: string;
  tag: string;
}

/** Seals a token so that it opens for its Google account (`sub`) only. */
export function seal(
  token: string,
  sub: string,
  keys: TokenKeys = config().tokenKeys,
): SealedToken {
  const { id, key } = keys[0];
  // 96 random bits for each: a key may seal 2^32 tokens before two could meet.
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(sub));
  const data = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return {
    key_id: id,
    iv: iv.toString("base64"),
    data: data.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
}

/** Opens a sealed token. Throws `encryption_failed` if the key is gone or anything was changed. */
export function open(sealed: SealedToken, sub: string, keys?: TokenKeys): string {
  try {
    const known = (keys ?? config().tokenKeys).find(({ id }) => id === sealed.key_id);
    if (!known) throw new Error("The key that sealed this is not configured.");
    const iv = Buffer.from(sealed.iv, "base64");
    const decipher = createDecipheriv("aes-256-gcm", known.key, iv, { authTagLength: 16 })
      .setAAD(Buffer.from(sub))
      .setAuthTag(Buffer.from(sealed.tag, "base64"));
    return (
      decipher.update(Buffer.from(sealed.data, "base64"), undefined, "utf8") +
      decipher.final("utf8")
    );
  } catch (cause) {
    throw new AppError(
      "encryption_failed",
      "We can't read the stored Google permission. Please sign in again.",
      {
        cause,
      },
    );
  }
}

/** Whether the current key sealed a token, not one that stays only for opening. */
export function isSealedWithPresentKey({ key_id }: SealedToken): boolean {
  return key_id === config().tokenKeys[0].id;
}
