import { auth } from "googleapis/build/src/apis/firestore";
import { cloudOf, type Deployment } from "./cloudClients.ts";
import type { DeployFinding } from "./findings.ts";
import { functionFindings } from "./functionFindings.ts";
import { pageFindings } from "./page.ts";
import { projectFindings } from "./projectFindings.ts";
import { storageFindings } from "./storageFindings.ts";

/** The application default credentials; null if there are none. */
export function realGoogle(): Promise<Deployment["google"] | null> {
  const own = new auth.GoogleAuth({ scopes: ["https://www.googleapis.com/auth/cloud-platform"] });
  return own.getClient().then(
    () => ({ auth: own }),
    () => null,
  );
}

/**
 * Checks everything about a deployed project that Google's APIs and the page itself can show.
 * Changes nothing.
 */
export async function cloudFindings(deployment: Deployment): Promise<DeployFinding[]> {
  const cloud = await cloudOf(deployment);
  return Promise.all([
    ...projectFindings(cloud),
    ...storageFindings(cloud),
    ...functionFindings(cloud),
    ...pageFindings(cloud.origin, cloud.again),
  ]);
}
