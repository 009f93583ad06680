import { createHash, hkdfSync } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import { jsonField } from "@sendwright/core/contract/endpoint";
import { limitsWith } from "@sendwright/core/contract/limits";
import * as z from "zod";

/** The most that Gmail accepts of files in one email, in MB. */
export const GMAIL_FILES_MB = 25;

const count = z.coerce.number().int().positive().optional();

/**
 * A key of 32 bytes as base64. Its id, stored beside each token it sealed, is the beginning of its
 * hash.
 */
const tokenKey = z
  .base64()
  .transform((text) => Buffer.from(text, "base64"))
  .refine(({ length }) => length === 32)
  .transform((key) => ({ id: createHash("sha256").update(key).digest("hex").slice(0, 8), key }));

/** Comma-separated keys: the first seals, the others only open tokens that earlier keys sealed. */
const tokenKeys = z
  .string()
  .transform((text) => text.split(",").map((key) => key.trim()))
  .pipe(z.tuple([tokenKey], tokenKey));

export type TokenKeys = z.output<typeof tokenKeys>;

/** The keys of a secret. Throws if one isn't a key. */
export function parseTokenKeys(text: string): TokenKeys {
  return tokenKeys.parse(text);
}

const environment = z
  .object({
    GCLOUD_PROJECT: z.string().min(1),
    /** JSON that the functions runtime provides; names the default bucket. */
    FIREBASE_CONFIG: z.optional(jsonField(z.object({ storageBucket: z.optional(z.string()) }))),
    GOOGLE_CLIENT_ID: z.string().min(1),
    GOOGLE_CLIENT_SECRET: z.string().min(1),
    /** Base address of the local Google; absent for the real one. */
    GOOGLE_LOCAL_BASE: z.url().optional(),
    TOKEN_ENCRYPTION_KEY: tokenKeys,
    EXTENSION_ID: z.string().default(""),
    SEND_RATE_PER_MINUTE: z.coerce.number().int().positive().max(150).default(60),
    FUNCTIONS_EMULATOR: z.string().optional(),
    FIRESTORE_EMULATOR_HOST: z.string().optional(),
    STORAGE_EMULATOR_HOST: z.string().optional(),
    MAX_ATTACHMENTS_PER_EMAIL: z.coerce.number().int().min(0).max(20).optional(),
    MAX_TOTAL_ATTACHMENT_SIZE_MB: z.coerce.number().positive().max(GMAIL_FILES_MB).optional(),
    /** A template is one document of at most 1 MiB, and its HTML may be ten times its text. */
    MAX_BODY_LENGTH: z.coerce.number().int().positive().max(25_000).optional(),
    MAX_MANUAL_RECIPIENTS: count,
    MAX_CSV_RECIPIENTS: count,
    MAX_TEMPLATES_PER_USER: count,
    MAX_DIRECT_RECIPIENTS: count,
    MAX_NAME_LENGTH: count,
  })
  .transform((given) => ({
    projectId: given.GCLOUD_PROJECT,
    storageBucket:
      given.FIREBASE_CONFIG?.storageBucket ?? `${given.GCLOUD_PROJECT}.firebasestorage.app`,
    googleClientId: given.GOOGLE_CLIENT_ID,
    googleClientSecret: given.GOOGLE_CLIENT_SECRET,
    googleLocalBase: given.GOOGLE_LOCAL_BASE ?? null,
    tokenKeys: given.TOKEN_ENCRYPTION_KEY,
    /** Hashes network addresses; derived, so that the key that seals tokens does nothing else. */
    networkSecret: Buffer.from(
      hkdfSync("sha256", given.TOKEN_ENCRYPTION_KEY[0].key, "", "networks", 32),
    ),
    extensionId: given.EXTENSION_ID,
    /** Emails per minute and user; Gmail's quota for new projects is 60. */
    sendRatePerMinute: given.SEND_RATE_PER_MINUTE,
    /** Whether Firebase runs in the emulators. */
    isEmulated:
      isEmulatorProject(given.GCLOUD_PROJECT) &&
      (given.FUNCTIONS_EMULATOR === "true" || given.FIRESTORE_EMULATOR_HOST !== undefined),
    /** The address of the Storage emulator; null for the real one. */
    storageEmulator: given.STORAGE_EMULATOR_HOST ?? null,
    limits: limitsWith({
      MAX_ATTACHMENTS_PER_EMAIL: given.MAX_ATTACHMENTS_PER_EMAIL,
      MAX_TOTAL_ATTACHMENT_SIZE_MB: given.MAX_TOTAL_ATTACHMENT_SIZE_MB,
      MAX_BODY_LENGTH: given.MAX_BODY_LENGTH,
      MAX_MANUAL_RECIPIENTS: given.MAX_MANUAL_RECIPIENTS,
      MAX_CSV_RECIPIENTS: given.MAX_CSV_RECIPIENTS,
      MAX_TEMPLATES_PER_USER: given.MAX_TEMPLATES_PER_USER,
      MAX_DIRECT_RECIPIENTS: given.MAX_DIRECT_RECIPIENTS,
      MAX_NAME_LENGTH: given.MAX_NAME_LENGTH,
    }),
  }));

export type Config = z.output<typeof environment>;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from an environment. Throws `config_missing`, with the faulty names in
 * `cause`.
 */
export function parseConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  throw new AppError(
    "config_missing",
    "The server is not configured completely. Please contact support.",
    {
      cause: new Error(`Missing or malformed: ${names.join(", ")}`),
    },
  );
}

let current: Config | undefined;

/**
 * Every environment value and parameter, parsed at the first use (a cold start loads nothing for
 * it). Throws `config_missing`.
 */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}

/** No real Firebase project has an id with this beginning, so only such a project can be local. */
function isEmulatorProject(projectId: string | undefined): boolean {
  return projectId?.startsWith("demo-") ?? false;
}

export function isFunctionsEmulator(env: Environment): boolean {
  return env.FUNCTIONS_EMULATOR === "true" && isEmulatorProject(env.GCLOUD_PROJECT);
}

const LOCAL_ONLY = [
  "FUNCTIONS_EMULATOR",
  "GOOGLE_LOCAL_BASE",
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "STORAGE_EMULATOR_HOST",
  "CLOUD_TASKS_EMULATOR_HOST",
] as const;

/** Throws if a deployed function uses something that only a developer's machine has. */
export function refuseLocalSettings(env: Environment): void {
  const deployed = Boolean(env.K_SERVICE) && !isFunctionsEmulator(env);
  const found = LOCAL_ONLY.filter((name) => env[name]);
  if (deployed && found.length > 0) {
    throw new Error(`A deployed function must not have ${found.join(", ")} set.`);
  }
}
