import { billingbudgets } from "googleapis/build/src/apis/billingbudgets";
import { cloudbilling } from "googleapis/build/src/apis/cloudbilling";
import { firebase } from "googleapis/build/src/apis/firebase";
import { identitytoolkit } from "googleapis/build/src/apis/identitytoolkit";
import { serviceusage } from "googleapis/build/src/apis/serviceusage";
import type { Cloud } from "./cloudClients.ts";
import { look } from "./findings.ts";

/** Checks the project: what it may cost, and which parts of Google it has. */
export function projectFindings({ project, name, google, resources }: Cloud) {
  const billing = async () =>
    (await cloudbilling({ version: "v1", ...google }).projects.getBillingInfo({ name })).data;
  return [
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
  ];
}

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
