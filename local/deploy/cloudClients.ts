import { cloudresourcemanager } from "googleapis/build/src/apis/cloudresourcemanager";
import { cloudtasks } from "googleapis/build/src/apis/cloudtasks";
import { firestore, type firestore_v1 } from "googleapis/build/src/apis/firestore";
import { run } from "googleapis/build/src/apis/run";
import { secretmanager } from "googleapis/build/src/apis/secretmanager";
import { storage } from "googleapis/build/src/apis/storage";

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

/** A deployment with Google's APIs, and the names and commands that its findings share. */
export type Cloud = Awaited<ReturnType<typeof cloudOf>>;

export async function cloudOf(deployment: Deployment) {
  const { project, region, google } = deployment;
  const name = `projects/${project}`;
  const { buckets } = storage({ version: "v1", ...google });
  const bucket = await bucketOf(project, buckets);
  const db = firestore({ version: "v1", ...google }).projects.databases;
  const database = `${name}/databases/(default)`;
  return {
    ...deployment,
    name,
    database,
    place: `${name}/locations/${region}`,
    bucket,
    db,
    buckets,
    secrets: secretmanager({ version: "v1", ...google }).projects.secrets,
    resources: cloudresourcemanager({ version: "v3", ...google }).projects,
    services: run({ version: "v2", ...google }).projects.locations.services,
    queues: cloudtasks({ version: "v2", ...google }).projects.locations.queues,
    gcloud: (rest: string) => `gcloud ${rest} --project ${project}`,
    /** The command that deploys again. */
    again: `npm run deploy -- --project ${project}`,
    databaseNow: async () => (await db.get({ name: database })).data,
    bucketNow: async () => (await buckets.get({ bucket })).data,
  };
}

type Buckets = ReturnType<typeof storage>["buckets"];

/** The default bucket: older projects have one at appspot.com. */
async function bucketOf(project: string, buckets: Buckets): Promise<string> {
  const { data } = await buckets.list({ project }).catch(() => ({ data: { items: [] } }));
  const old = `${project}.appspot.com`;
  return data.items?.some(({ name }) => name === old) ? old : `${project}.firebasestorage.app`;
}
