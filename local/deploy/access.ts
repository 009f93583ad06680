/**
 * The account of each function and its roles: no more than its calls need (`access.test.ts` compares them). The Firebase CLI adds
 * `secretmanager.secretAccessor` on the two secrets and, because of `invoker` in the code, `cloudtasks.enqueuer` on the queue and
 * `run.invoker` on the worker.
 *
 * `npx tsx local/deploy/access.ts PROJECT BUCKET` prints the commands that make them. NOT RUN: no project has met them yet.
 */
import { pathToFileURL } from "node:url";

export const functionNames = ["api", "sendWorker", "sweep"] as const;
export type FunctionName = (typeof functionNames)[number];

interface Access {
  account: string;
  project: string[];
  bucket: string[];
}

export const access: Record<FunctionName, Access> = {
  api: {
    account: "sendwright-api",
    project: ["roles/datastore.user", "roles/firebaseauth.admin"],
    bucket: ["roles/storage.objectUser"],
  },
  sendWorker: {
    account: "sendwright-worker",
    project: ["roles/datastore.user", "roles/firebaseauth.viewer"],
    bucket: ["roles/storage.objectViewer"],
  },
  sweep: {
    account: "sendwright-sweep",
    project: ["roles/datastore.user", "roles/firebaseauth.admin"],
    bucket: ["roles/storage.objectUser"],
  },
};

/** On itself: a task bears a token of the account that creates it. */
export const ON_ITSELF = "roles/iam.serviceAccountUser";

export const emailOf = (name: FunctionName, project: string) =>
  `${access[name].account}@${project}.iam.gserviceaccount.com`;

/** Commands that make the accounts and give them their roles; each can be repeated. */
export function accessCommands(project: string, bucket: string): string[] {
  return functionNames.flatMap((name) => {
    const { account, project: onProject, bucket: onBucket } = access[name];
    const email = emailOf(name, project);
    const member = `--member=serviceAccount:${email}`;
    const bind = (on: string, role: string) => `gcloud ${on} ${member} --role=${role}`;
    return [
      `gcloud iam service-accounts describe ${email} --project ${project} >/dev/null 2>&1 || gcloud iam service-accounts create ${account} --project ${project}`,
      ...onProject.map((role) => `${bind(`projects add-iam-policy-binding ${project}`, role)} --condition=None`),
      ...onBucket.map((role) => bind(`storage buckets add-iam-policy-binding gs://${bucket}`, role)),
      bind(`iam service-accounts add-iam-policy-binding ${email} --project ${project}`, ON_ITSELF),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [project = "PROJECT", bucket = `${project}.firebasestorage.app`] = process.argv.slice(2);
  console.log(["set -eu", ...accessCommands(project, bucket)].join("\n"));
}
