import { cloudfunctions } from "googleapis/build/src/apis/cloudfunctions";
import { cloudscheduler } from "googleapis/build/src/apis/cloudscheduler";
import { iam } from "googleapis/build/src/apis/iam";
import { monitoring } from "googleapis/build/src/apis/monitoring";
import { serviceusage } from "googleapis/build/src/apis/serviceusage";
import { access, type DeployedFunction, emailOf, functionNames, workerNames } from "./access.ts";
import type { Cloud } from "./cloudClients.ts";
import { json, look } from "./findings.ts";

/** Checks the functions: their accounts and secrets, the calls to them, and the alerts about them. */
export function functionFindings(cloud: Cloud) {
  const { project, region, workers, google, name, place } = cloud;
  const { secrets, resources, services, queues, gcloud, again } = cloud;
  /** Tasks that each queue dispatches at once (`functions/src/index.ts`). */
  const atOnce = { sendWorker: 4 * workers, exportWorker: 10 };
  const destroyOld = (secret: string) =>
    `for each but the newest of ${gcloud(`secrets versions list ${secret}`)}: ${gcloud(`secrets versions destroy NUMBER --secret ${secret}`)}`;
  return [
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
    ...functionNames.map((each) =>
      look(
        `${each}: running as its own account, which has its roles and no other`,
        "step 7 of docs/deploy.md; the last three come with a deployment",
        () => hasItsRoles(cloud, each),
      ),
    ),
    look(
      `quota for ${workers} instances of the worker, of 1 CPU each`,
      `ask for more at https://console.cloud.google.com/iam-admin/quotas?project=${project} (Cloud Run, CPU allocation, ${region}), or set a smaller SEND_WORKER_INSTANCES`,
      async () => (await cpusIn(cloud)) >= workers,
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
}

/** Whether a function runs as its own account, which has its roles and no other. */
async function hasItsRoles(cloud: Cloud, each: DeployedFunction): Promise<boolean> {
  const { project, google, name, place, bucket } = cloud;
  const { buckets, secrets, resources, services, queues } = cloud;
  const member = `serviceAccount:${emailOf(each, project)}`;
  const account = `${name}/serviceAccounts/${emailOf(each, project)}`;
  const functions = cloudfunctions({ version: "v2", ...google }).projects.locations.functions;
  const [{ data: deployed }, onProject, onBucket, onItself, onQueues, onWorkers, ...onSecrets] =
    await Promise.all([
      functions.get({ name: `${place}/functions/${each}` }),
      resources.getIamPolicy({ resource: name }),
      buckets.getIamPolicy({ bucket }),
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
}

/** A policy as each of Google's APIs describes it. */
interface Policy {
  bindings?: { role?: string | null; members?: string[] | null }[] | null;
}

function held(policy: Policy, role: string, member: string): boolean {
  return (
    policy.bindings?.some((each) => each.role === role && each.members?.includes(member)) ?? false
  );
}

const LATEST = "TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST";

/** How many CPUs the project's services may have in a region. Throws if Google names no limit. */
async function cpusIn({ region, name, google }: Cloud): Promise<number> {
  const { consumerQuotaMetrics } = serviceusage({ version: "v1beta1", ...google }).services;
  const parent = `${name}/services/run.googleapis.com`;
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
