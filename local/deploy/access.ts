/**
 * The account of each function and its roles: no more than its calls need (`access.test.ts`
 * compares them). The Firebase CLI adds `secretmanager.secretAccessor` on the two secrets and,
 * because of `invoker` in the code, `cloudtasks.enqueuer` on the queues and `run.invoker` on the
 * workers.
 *
 * `npx tsx local/deploy/access.ts PROJECT BUCKET` prints the commands that make them. NOT RUN: no project has met them yet.
 */
import { pathToFileURL } from "node:url";

export const functionNames = ["api", "sendWorker", "exportWorker", "sweep"] as const;
/** Those that work on a task queue of the same name. */
export const workerNames = ["sendWorker", "exportWorker"] as const satisfies DeployedFunction[];
export type DeployedFunction = (typeof functionNames)[number];

interface AccountAccess {
  account: string;
  project: string[];
  bucket: string[];
  /** On the account itself. */
  itself: string[];
}

/** A task bears a token of the account that creates it. */
const TASKS = "roles/iam.serviceAccountUser";
/** The address of an export is signed with a key that Google keeps. */
const SIGNS = "roles/iam.serviceAccountTokenCreator";

export const access: Record<DeployedFunction, AccountAccess> = {
  api: {
    account: "sendwright-api",
    project: ["roles/datastore.user", "roles/firebaseauth.admin"],
    bucket: ["roles/storage.objectUser"],
    itself: [TASKS, SIGNS],
  },
  sendWorker: {
    account: "sendwright-worker",
    project: ["roles/datastore.user", "roles/firebaseauth.viewer"],
    bucket: ["roles/storage.objectViewer"],
    itself: [TASKS],
  },
  exportWorker: {
    account: "sendwright-export",
    project: ["roles/datastore.user", "roles/firebaseauth.viewer"],
    bucket: ["roles/storage.objectUser"],
    itself: [TASKS],
  },
  sweep: {
    account: "sendwright-sweep",
    project: ["roles/datastore.user", "roles/firebaseauth.admin"],
    bucket: ["roles/storage.objectUser"],
    itself: [TASKS],
  },
};

export const emailOf = (name: DeployedFunction, project: string) =>
  `${access[name].account}@${project}.iam.gserviceaccount.com`;

/** Commands that make the accounts and give them their roles; each can be repeated. */
export function accessCommands(project: string, bucket: string): string[] {
  return functionNames.flatMap((name) => {
    const { account, project: onProject, bucket: onBucket, itself } = access[name];
    const email = emailOf(name, project);
    const member = `--member=serviceAccount:${email}`;
    const bind = (on: string, role: string) => `gcloud ${on} ${member} --role=${role}`;
    return [
      `gcloud iam service-accounts describe ${email} --project ${project} >/dev/null 2>&1 || gcloud iam service-accounts create ${account} --project ${project}`,
      ...onProject.map(
        (role) => `${bind(`projects add-iam-policy-binding ${project}`, role)} --condition=None`,
      ),
      ...onBucket.map((role) =>
        bind(`storage buckets add-iam-policy-binding gs://${bucket}`, role),
      ),
      ...itself.map((role) =>
        bind(`iam service-accounts add-iam-policy-binding ${email} --project ${project}`, role),
      ),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [project = "PROJECT", bucket = `${project}.firebasestorage.app`] = process.argv.slice(2);
  console.log(["set -eu", ...accessCommands(project, bucket)].join("\n"));
}
