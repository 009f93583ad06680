import { auth } from "googleapis/build/src/apis/firestore";
import { cloudOf, type Deployment } from "./cloudClients.ts";
import { type DeployFinding, json, look } from "./findings.ts";
import { functionFindings } from "./functionFindings.ts";
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

const HSTS = "Strict-Transport-Security";

/** Checks the deployed page itself. `again` is the command that deploys again. */
function pageFindings(origin: string, again: string): Promise<DeployFinding>[] {
  const rules: { source: string; headers: { key: string; value: string }[] }[] =
    json("firebase.json").hosting.headers;
  const page = (path: string, source: string) =>
    look(
      `the headers of ${path}`,
      `${again}; if they still differ, the pattern "${source}" in firebase.json`,
      async () => {
        const { headers } = await fetch(`${origin}${path}`);
        const ours = rules.filter((rule) => rule.source === source || rule.source === "!/api/**");
        const wanted = ours.flatMap((rule) => rule.headers);
        // Hosting may send a stricter one of its own.
        return wanted.every(
          ({ key, value }) => headers.get(key) === value || (key === HSTS && headers.has(key)),
        );
      },
    );
  return [
    page("/", "!/mail.html"),
    page("/mail.html", "/mail.html"),
    look("the page's Firebase configuration", "add a web app, then deploy again", async () => {
      const { apiKey } = await (await fetch(`${origin}/__/firebase/init.json`)).json();
      return typeof apiKey === "string" && apiKey !== "";
    }),
    look("an oversized body, refused with 413", "the logs of the function api", async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ text: "x".repeat(20_000) });
      return (
        (await fetch(`${origin}/api/demo/preview`, { method: "POST", headers, body })).status ===
        413
      );
    }),
  ];
}
