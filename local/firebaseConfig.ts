import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { hostingHeaders } from "../hosting/headers.ts";
import { root } from "./places.ts";
import type { Ports } from "./ports.ts";

/** How the page is served: where Google answers, the folder of the built page, and whether Vite serves the app's address. */
export interface ServedPage {
  google: string;
  dist: string;
  dev: boolean;
}

/** The project of the local stack: firebase-tools never calls out for a `demo-` project. */
export const project = "demo-sendwright";

/** Writes the local twin of firebase.json, which git ignores: the same product with the ports and the origins of this stack. */
export function writeFirebaseConfig(path: string, ports: Ports, { google, dist, dev }: ServedPage): void {
  const config = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
  const origins = { google, auth: [`http://127.0.0.1:${ports.auth}`] };
  config.hosting.public = relative(root, dist);
  config.hosting.headers = hostingHeaders(origins, { https: false });
  const at = (port: number) => ({ host: "127.0.0.1", port });
  config.emulators = {
    auth: at(ports.auth),
    functions: at(ports.functions),
    firestore: at(ports.firestore),
    hosting: at(dev ? ports.hosting : ports.app),
    storage: at(ports.storage),
    tasks: at(ports.tasks),
    eventarc: at(ports.eventarc),
    hub: at(ports.hub),
    logging: at(ports.logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
}
