import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";

/** @typedef {import("./ports.mjs").Ports} Ports */

/** The project of the local stack: firebase-tools never calls out for a `demo-` project. */
export const project = "demo-sendwright";

/**
 * Writes the local twin of firebase.json, which git ignores: the same product on the ports of this stack.
 * @param {string} path
 * @param {Ports} ports
 */
export function writeFirebaseConfig(path, ports) {
  const config = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
  const at = (/** @type {number} */ port) => ({ host: "127.0.0.1", port });
  config.emulators = {
    auth: at(ports.auth),
    functions: at(ports.functions),
    firestore: at(ports.firestore),
    hosting: at(ports.app),
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
