import type { Cloud } from "./cloudClients.ts";
import { json, look } from "./findings.ts";

const HERE = "the functions, the database and the bucket";

/** Checks the database and the bucket. */
export function storageFindings({
  region,
  named,
  database,
  bucket,
  db,
  gcloud,
  again,
  databaseNow,
  bucketNow,
}: Cloud) {
  const update = (rest: string) =>
    gcloud(`firestore databases update --database='(default)' ${rest}`);
  const wanted: WantedIndexes = json("firestore.indexes.json");
  const expiring = wanted.fieldOverrides
    .filter(({ ttl }) => ttl)
    .map(({ collectionGroup }) => collectionGroup);
  return [
    look(
      "a database in native mode",
      "step 4 of docs/deploy.md",
      async () => (await databaseNow()).type === "FIRESTORE_NATIVE",
    ),
    look("delete protection of the database", update("--delete-protection"), async () => {
      return (await databaseNow()).deleteProtectionState === "DELETE_PROTECTION_ENABLED";
    }),
    look(
      "no point-in-time recovery, which keeps deleted data",
      update("--no-enable-pitr"),
      async () => {
        return (
          (await databaseNow()).pointInTimeRecoveryEnablement !== "POINT_IN_TIME_RECOVERY_ENABLED"
        );
      },
    ),
    look(
      "no scheduled backups, which keep deleted data",
      gcloud("firestore backups schedules list --database='(default)'"),
      async () => {
        return (
          ((await db.backupSchedules.list({ parent: database })).data.backupSchedules ?? [])
            .length === 0
        );
      },
    ),
    look("every index, READY", `${again}, or wait: an index takes minutes`, async () => {
      const { data } = await db.collectionGroups.indexes.list({
        parent: `${database}/collectionGroups/-`,
      });
      const ready = data.indexes?.filter(({ state }) => state === "READY") ?? [];
      return wanted.indexes.every(({ collectionGroup, fields }) =>
        ready.some(
          (one) =>
            one.name?.includes(`/collectionGroups/${collectionGroup}/`) &&
            fields.every(({ fieldPath }, i) => one.fields?.[i]?.fieldPath === fieldPath),
        ),
      );
    }),
    look("every TTL policy, ACTIVE", `${again}, or wait: up to an hour`, async () => {
      const parent = `${database}/collectionGroups/-`;
      const { data } = await db.collectionGroups.fields.list({ parent, filter: "ttlConfig:*" });
      const active = data.fields?.filter(({ ttlConfig }) => ttlConfig?.state === "ACTIVE") ?? [];
      return expiring.every((group) =>
        active.some((field) => field.name?.includes(`/${group}/fields/expireAt`)),
      );
    }),
    look(
      "the bucket's lifecycle",
      gcloud(`storage buckets update gs://${bucket} --lifecycle-file=storage.lifecycle.json`),
      async () => {
        const wanted: LifecycleRule[] = json("storage.lifecycle.json").lifecycle.rule;
        const found = (await bucketNow()).lifecycle?.rule ?? [];
        const same =
          ({ action, condition }: LifecycleRule) =>
          (one: LifecycleRule) =>
            one.action?.type === action?.type &&
            one.condition?.age === condition?.age &&
            one.condition?.matchesPrefix?.join() === condition?.matchesPrefix?.join();
        return wanted.every((rule) => found.some(same(rule)));
      },
    ),
    look(
      "no soft delete in the bucket",
      gcloud(`storage buckets update gs://${bucket} --clear-soft-delete`),
      async () => {
        return Number((await bucketNow()).softDeletePolicy?.retentionDurationSeconds ?? 0) === 0;
      },
    ),
    look(
      "every location in VITE_DATA_REGION",
      `name in it where ${HERE} are, and deploy again`,
      async () => {
        const places = [region, (await databaseNow()).locationId, (await bucketNow()).location];
        return places.every((one) => one && named.toLowerCase().includes(one.toLowerCase()));
      },
    ),
  ];
}

/** The fields of firestore.indexes.json that we read. */
interface WantedIndexes {
  indexes: { collectionGroup: string; fields: { fieldPath: string }[] }[];
  fieldOverrides: { collectionGroup: string; ttl?: boolean }[];
}

/** A rule of storage.lifecycle.json, and of a bucket. */
interface LifecycleRule {
  action?: { type?: string };
  condition?: { age?: number; matchesPrefix?: string[] };
}
