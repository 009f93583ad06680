import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { auth, secretmanager } from "googleapis/build/src/apis/secretmanager";
import { parseTokenKeys, type TokenKeys } from "../src/config.ts";
import { type ResealCounts, resealGrants } from "../src/store/grants.ts";

/** The steps of a new encryption key that reach outside of this process. */
export interface RotationSteps {
  /**
   * The newest version of the secret: a key, or while it is being replaced the new and the old one.
   */
  readSecret(): Promise<string>;
  addVersion(keys: string): Promise<void>;
  /** Destroys every version but the newest. */
  destroyEarlier(): Promise<void>;
  deploy(): Promise<void>;
  reseal(keys: TokenKeys): Promise<ResealCounts>;
}

/**
 * Replaces the key that seals tokens. At every step the server can open every token: it knows both
 * keys before the first token is sealed with the new one, and the old key goes when none needs it.
 * A second call continues a first that failed.
 */
export async function rotateKey(steps: RotationSteps): Promise<string[]> {
  const stored = await steps.readSecret();
  const both = stored.includes(",") ? stored : `${randomBytes(32).toString("base64")},${stored}`;
  const keys = parseTokenKeys(both);
  if (both !== stored) await steps.addVersion(both);
  await steps.deploy();
  const { sealed, lost } = await steps.reseal(keys);
  await steps.addVersion(both.split(",")[0] ?? "");
  await steps.deploy();
  // An instance of the version before may have sealed one more.
  const late = await steps.reseal(keys);
  await steps.destroyEarlier();
  const readable = `${sealed + late.sealed} grants are sealed with the new key.`;
  return [
    readable,
    ...(lost > 0
      ? [`${lost} can't be opened with either key: their owners must sign in again.`]
      : []),
  ];
}

/** The steps with a real project, as the application default credentials allow. */
export function realSteps(project: string): RotationSteps {
  const google = new auth.GoogleAuth({
    scopes: ["https://www.googleapis.com/auth/cloud-platform"],
  });
  const { secrets } = secretmanager({ version: "v1", auth: google }).projects;
  const secret = `projects/${project}/secrets/TOKEN_ENCRYPTION_KEY`;
  return {
    readSecret: async () => {
      const { data } = await secrets.versions.access({ name: `${secret}/versions/latest` });
      return Buffer.from(data.payload?.data ?? "", "base64")
        .toString("utf8")
        .trim();
    },
    addVersion: async (keys) => {
      const requestBody = { payload: { data: Buffer.from(keys).toString("base64") } };
      await secrets.addVersion({ parent: secret, requestBody });
    },
    destroyEarlier: async () => {
      const { data } = await secrets.versions.list({ parent: secret, pageSize: 1_000 });
      // The newest comes first.
      const [, ...earlier] = data.versions ?? [];
      for (const { name, state } of earlier)
        if (name && state !== "DESTROYED") await secrets.versions.destroy({ name });
    },
    deploy: async () => {
      const args = ["run", "deploy", "--", "--project", project];
      const { status } = spawnSync("npm", args, {
        stdio: "inherit",
        shell: process.platform === "win32",
      });
      if (status !== 0)
        throw new Error(
          "The deployment failed. Both keys still work: solve it and run this again.",
        );
    },
    reseal: resealGrants,
  };
}
