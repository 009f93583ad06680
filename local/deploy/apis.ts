/** The APIs of Google that a deployment needs. */
export const APIS = [
  ...[
    "firebase",
    "firestore",
    "firebasestorage",
    "identitytoolkit",
    "gmail",
    "cloudtasks",
    "cloudscheduler",
  ],
  ...[
    "secretmanager",
    "cloudfunctions",
    "run",
    "cloudbuild",
    "artifactregistry",
    "eventarc",
    "pubsub",
  ],
  ...["iam", "iamcredentials", "cloudbilling", "billingbudgets", "monitoring"],
  ...["cloudresourcemanager", "serviceusage"],
].map((name) => `${name}.googleapis.com`);

/** The most APIs that one call enables. */
const MAX_APIS = 20;

/** The commands that enable every API. */
export function enableCommands(project: string): string {
  const calls = [APIS.slice(0, MAX_APIS), APIS.slice(MAX_APIS)];
  return calls
    .map((these) => `gcloud services enable ${these.join(" ")} --project ${project}`)
    .join(" && ");
}
