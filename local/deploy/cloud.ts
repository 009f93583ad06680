import { billingbudgets } from "googleapis/build/src/apis/billingbudgets";
import { cloudbilling } from "googleapis/build/src/apis/cloudbilling";
import { cloudfunctions } from "googleapis/build/src/apis/cloudfunctions";
import { cloudresourcemanager } from "googleapis/build/src/apis/cloudresourcemanager";
import { cloudscheduler } from "googleapis/build/src/apis/cloudscheduler";
import { cloudtasks } from "googleapis/build/src/apis/cloudtasks";
import { firebase } from "googleapis/build/src/apis/firebase";
import { auth, firestore, type firestore_v1 } from "googleapis/build/src/apis/firestore";
import { iam } from "googleapis/build/src/apis/iam";
import { identitytoolkit } from "googleapis/build/src/apis/identitytoolkit";
import { monitoring } from "googleapis/build/src/apis/monitoring";
import { run } from "googleapis/build/src/apis/run";
import { secretmanager } from "googleapis/build/src/apis/secretmanager";
import { serviceusage } from "googleapis/build/src/apis/serviceusage";
import { storage } from "googleapis/build/src/apis/storage";
import { access, emailOf, functionNames, workerNames } from "./access.ts";
import { APIS, enableCommands } from "./apis.ts";
import { type DeployFinding, json, look } from "./findings.ts";
import { pageFindings } from "./page.ts";

/**
 * A deployment, and how to reach Google: with the application default credentials, or in a test at
 * another address.
 */
export interface Deployment {
  project: string;
  /** Where the functions are. */
  region: string;
  /** The most instances of the worker. */
  workers: number;
  /** Where the privacy page says that everything is. */
  named: string;
  /** Where the page is. */
  origin: string;
  google: { auth?: NonNullable<firestore_v1.Options["auth"]>; rootUrl?: string };
}

/** The application default credentials; null if there are none. */
export function realGoogle(): Promise<Deployment["google"] | null> {
  const own = new auth.GoogleAuth({ scopes: ["https://www.googleapis.com/auth/cloud-platform"] });
  return own.getClient().then(
    () => ({ auth: own }),
    () => null,
  );
}

const HERE = "the functions, the database and the bucket";

/**
 * Checks everything about a deployed project that Google's APIs and the page itself can show.
 * Changes nothing.
 */
export async function cloudFindings({
  project,
  region,
  workers,
  named,
  origin,
  google,
}: Deployment): Promise<DeployFinding[]> {
  const name = `projects/${project}`;
  const database = `${name}/databases/(default)`;
  const place = `${name}/locations/${region}`;
  /** Tasks that each queue dispatches at once (`functions/src/index.ts`). */
  const atOnce = { sendWorker: 4 * workers, exportWorker: 10 };
  const bucket = await bucketOf(project, google);
  const gcloud = (rest: string) => `gcloud ${rest} --project ${project}`;
  const db = firestore({ version: "v1", ...google }).projects.databases;
  const secrets = secretmanager({ version: "v1", ...google }).projects.secrets;
  const resources = cloudresourcemanager({ version: "v3", ...google }).projects;
  const services = run({ version: "v2", ...google }).projects.locations.services;

  const held = (policy: Policy, role: string, member: string) =>
    policy.bindings?.some((each) => each.role === role && each.members?.includes(member)) ?? false;

  const billing = async () =>
    (await cloudbilling({ version: "v1", ...google }).projects.getBillingInfo({ name })).data;
  const databaseNow = async () => (await db.get({ name: database })).data;
  const theBucket = async () =>
    (await storage({ version: "v1", ...google }).buckets.get({ bucket })).data;
  const update = (rest: string) =>
    gcloud(`firestore databases update --database='(default)' ${rest}`);
  const wanted: WantedIndexes = json("firestore.indexes.json");
  const expiring = wanted.fieldOverrides
    .filter(({ ttl }) => ttl)
    .map(({ collectionGroup }) => collectionGroup);
  const destroyOld = (secret: string) =>
    `for each but the newest of ${gcloud(`secrets versions list ${secret}`)}: ${gcloud(`secrets versions destroy NUMBER --secret ${secret}`)}`;
  const again = `npm run deploy -- --project ${project}`;

  const inGoogle = [
    look(
      "the plan Blaze",
      "Firebase console → Upgrade",
      async () => (await billing()).billingEnabled === true,
    ),
    look("a budget alert", "step 5 of docs/deploy.md", async () => {
      const parent = (await billing()).billingAccountName ?? "";
      const { data } = await billingbudgets({
        version: "v1",
        ...google,
      }).billingAccounts.budgets.list({ parent });
      const number = (await resources.get({ name })).data.name ?? "";
      const projects = data.budgets?.map(({ budgetFilter }) => budgetFilter?.projects ?? []) ?? [];
      return projects.some(
        (these) => these.length === 0 || these.includes(number) || these.includes(name),
      );
    }),
    look("every API that is needed", enableCommands(project), async () => {
      const { services } = serviceusage({ version: "v1", ...google });
      const { data } = await services.list({
        parent: name,
        filter: "state:ENABLED",
        pageSize: 200,
      });
      return APIS.every((api) => data.services?.some((each) => each.config?.name === api));
    }),
    look("a web app", `npx firebase apps:create WEB Sendwright --project ${project}`, async () => {
      const { data } = await firebase({ version: "v1beta1", ...google }).projects.webApps.list({
        parent: name,
      });
      return (data.apps?.length ?? 0) > 0;
    }),
    look(
      "Google as a way to sign in",
      "Firebase console → Authentication → Sign-in method → Google",
      async () => {
        const { defaultSupportedIdpConfigs: providers } = identitytoolkit({
          version: "v2",
          ...google,
        }).projects;
        return (
          (await providers.get({ name: `${name}/defaultSupportedIdpConfigs/google.com` })).data
            .enabled === true
        );
      },
    ),
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
        const found = (await theBucket()).lifecycle?.rule ?? [];
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
        return Number((await theBucket()).softDeletePolicy?.retentionDurationSeconds ?? 0) === 0;
      },
    ),
    look(
      "every location in VITE_DATA_REGION",
      `name in it where ${HERE} are, and deploy again`,
      async () => {
        const places = [region, (await databaseNow()).locationId, (await theBucket()).location];
        return places.every((one) => one && named.toLowerCase().includes(one.toLowerCase()));
      },
    ),
    look("an account that may build", "step 7 of docs/deploy.md", async () => {
      const number = (await resources.get({ name })).data.name?.slice("projects/".length);
      const member = `serviceAccount:${number}-compute@developer.gserviceaccount.com`;
      const policy = (await resources.getIamPolicy({ resource: name })).data;
      return ["roles/cloudbuild.builds.builder", "roles/editor"].some((role) =>
        held(policy, role, member),
      );
    }),
    ...["GOOGLE_CLIENT_SECRET", "TOKEN_ENCRYPTION_KEY"].map((secret) =>
      look(`one version of ${secret}`, destroyOld(secret), async () => {
        const parent = `${name}/secrets/${secret}`;
        const { data } = await secrets.versions.list({ parent });
        return data.versions?.filter(({ state }) => state !== "DESTROYED").length === 1;
      }),
    ),
    ...functionNames.map((each) => {
      const member = `serviceAccount:${emailOf(each, project)}`;
      const roles = "step 7 of docs/deploy.md; the last three come with a deployment";
      return look(
        `${each}: running as its own account, which has its roles and no other`,
        roles,
        async () => {
          const account = `${name}/serviceAccounts/${emailOf(each, project)}`;
          const functions = cloudfunctions({ version: "v2", ...google }).projects.locations
            .functions;
          const { queues } = cloudtasks({ version: "v2", ...google }).projects.locations;
          const [
            { data: deployed },
            onProject,
            onBucket,
            onItself,
            onQueues,
            onWorkers,
            ...onSecrets
          ] = await Promise.all([
            functions.get({ name: `${place}/functions/${each}` }),
            resources.getIamPolicy({ resource: name }),
            storage({ version: "v1", ...google }).buckets.getIamPolicy({ bucket }),
            iam({ version: "v1", ...google }).projects.serviceAccounts.getIamPolicy({
              resource: account,
            }),
            Promise.all(
              workerNames.map((one) => queues.getIamPolicy({ resource: `${place}/queues/${one}` })),
            ),
            Promise.all(
              workerNames.map((one) =>
                services.getIamPolicy({ resource: `${place}/services/${one.toLowerCase()}` }),
              ),
            ),
            secrets.getIamPolicy({ resource: `${name}/secrets/GOOGLE_CLIENT_SECRET` }),
            secrets.getIamPolicy({ resource: `${name}/secrets/TOKEN_ENCRYPTION_KEY` }),
          ]);
          const of = (policy: Policy) =>
            policy.bindings
              ?.filter(({ members }) => members?.includes(member))
              .map(({ role }) => `${role}`) ?? [];
          const same = (found: string[], right: string[]) =>
            found.sort().join() === [...right].sort().join();
          const runsAs = deployed.serviceConfig?.serviceAccountEmail === emailOf(each, project);
          return (
            runsAs &&
            deployed.state === "ACTIVE" &&
            same(of(onProject.data), access[each].project) &&
            same(of(onBucket.data), access[each].bucket) &&
            same(of(onItself.data), access[each].itself) &&
            onQueues.every(({ data }) => held(data, "roles/cloudtasks.enqueuer", member)) &&
            onWorkers.every(({ data }) => held(data, "roles/run.invoker", member)) &&
            onSecrets.every(({ data }) => held(data, "roles/secretmanager.secretAccessor", member))
          );
        },
      );
    }),
    look(
      `quota for ${workers} instances of the worker, of 1 CPU each`,
      `ask for more at https://console.cloud.google.com/iam-admin/quotas?project=${project} (Cloud Run, CPU allocation, ${region}), or set a smaller SEND_WORKER_INSTANCES`,
      async () => (await cpusIn(region, project, google)) >= workers,
    ),
    look(
      "api, open to everyone",
      "step 9 of docs/deploy.md, if the organization forbids it; otherwise deploy again",
      async () => {
        const resource = `${place}/services/api`;
        const [policy, service] = await Promise.all([
          services.getIamPolicy({ resource }),
          services.get({ name: resource }),
        ]);
        return (
          service.data.invokerIamDisabled === true ||
          held(policy.data, "roles/run.invoker", "allUsers")
        );
      },
    ),
    ...functionNames.map((each) => {
      const service = each.toLowerCase();
      const release = gcloud(
        `run services update-traffic ${service} --to-latest --region ${region}`,
      );
      return look(`${each}: every call to the latest revision`, release, async () => {
        const { traffic = [] } = (await services.get({ name: `${place}/services/${service}` }))
          .data;
        return traffic.every(({ type, percent }) => type === LATEST || !percent);
      });
    }),
    ...workerNames.map((each) =>
      look(`${each}: its queue`, again, async () => {
        const { queues } = cloudtasks({ version: "v2", ...google }).projects.locations;
        const { data } = await queues.get({ name: `${place}/queues/${each}` });
        return (
          data.state === "RUNNING" && data.rateLimits?.maxConcurrentDispatches === atOnce[each]
        );
      }),
    ),
    look("the sweep's schedule", again, async () => {
      const { jobs } = cloudscheduler({ version: "v1", ...google }).projects.locations;
      const { data } = await jobs.list({ parent: place });
      return (
        data.jobs?.some((job) => job.state === "ENABLED" && job.schedule === "* * * * *") ?? false
      );
    }),
    look("every alert policy, with a channel", "step 10 of docs/deploy.md", async () => {
      const { data } = await monitoring({ version: "v3", ...google }).projects.alertPolicies.list({
        name,
      });
      const works = data.alertPolicies?.filter(
        (one) => one.enabled && (one.notificationChannels?.length ?? 0) > 0,
      );
      const ours: { displayName: string }[] = json("alerts.json");
      return ours.every(({ displayName }) => works?.some((one) => one.displayName === displayName));
    }),
  ];

  return Promise.all([...inGoogle, ...pageFindings(origin, again)]);
}

const LATEST = "TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST";

/** How many CPUs the project's services may have in a region. Throws if Google names no limit. */
async function cpusIn(
  region: string,
  project: string,
  google: Deployment["google"],
): Promise<number> {
  const { consumerQuotaMetrics } = serviceusage({ version: "v1beta1", ...google }).services;
  const parent = `projects/${project}/services/run.googleapis.com`;
  const { data } = await consumerQuotaMetrics.list({ parent, view: "FULL", pageSize: 200 });
  const metric = data.metrics?.find((one) => one.metric === "run.googleapis.com/cpu_allocation");
  const buckets =
    metric?.consumerQuotaLimits?.flatMap(({ quotaBuckets }) => quotaBuckets ?? []) ?? [];
  const own = buckets.find(({ dimensions }) => dimensions?.region === region);
  const limit = (own ?? buckets.find(({ dimensions }) => !dimensions?.region))?.effectiveLimit;
  if (limit === null || limit === undefined)
    throw new Error("Google names no limit of CPUs for this region");
  // Thousandths of a CPU; -1 is no limit.
  return limit === "-1" ? Number.POSITIVE_INFINITY : Number(limit) / 1_000;
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

/** A policy as each of Google's APIs describes it. */
interface Policy {
  bindings?: { role?: string | null; members?: string[] | null }[] | null;
}

/** The default bucket: older projects have one at appspot.com. */
async function bucketOf(project: string, google: Deployment["google"]): Promise<string> {
  const { data } = await storage({ version: "v1", ...google })
    .buckets.list({ project })
    .catch(() => ({ data: { items: [] } }));
  const old = `${project}.appspot.com`;
  return data.items?.some(({ name }) => name === old) ? old : `${project}.firebasestorage.app`;
}
