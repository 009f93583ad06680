import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { project } from "./firebaseConfig.mjs";
import { emptyFolder } from "./places.mjs";
import { PartFailed } from "./processes.mjs";

/**
 * The emulators' data between two starts: Firestore, Auth and Storage export into `next` while they stop, and `next` takes the place of `last`
 * only when all three have. (The local Google writes its own folder as it goes; the task queue is not kept, the sweep finds its work again.)
 */
export class StoredState {
  #last;
  #next;
  #ports;
  #parts;

  /**
   * @param {string} folder
   * @param {import("./ports.mjs").Ports} ports
   * @param {boolean} cliRunsAll whether the Firebase CLI runs, and exports, Firestore and Storage too
   */
  constructor(folder, ports, cliRunsAll) {
    this.#parts = cliRunsAll ? ["cli-all"] : ["cli", "firestore", "storage"];
    this.#last = join(folder, "emulators");
    this.#next = join(folder, "emulators.next");
    this.#ports = ports;
  }

  /** Makes ready for the exports of this run. */
  prepare() {
    emptyFolder(this.#next);
  }

  /** What each emulator begins with; nothing on a fresh start. */
  get earlier() {
    if (!this.#isWhole(this.#last)) return {};
    const firestore = join(this.#last, "firestore", "firestore.overall_export_metadata");
    return { firestore, storage: join(this.#last, "storage"), cli: join(this.#last, String(this.#parts[0])) };
  }

  /** Where the Firebase CLI exports its own emulators (Auth at least) to when it stops. */
  get cliFolder() {
    return join(this.#next, String(this.#parts[0]));
  }

  #isWhole(/** @type {string} */ folder) {
    return this.#parts.every((part) => existsSync(join(folder, part)));
  }

  /** Exports Firestore, which must still run. */
  async exportFirestore() {
    await post(`http://127.0.0.1:${this.#ports.firestore}/emulator/v1/projects/${project}:export`, {
      database: `projects/${project}/databases/(default)`,
      export_directory: this.#next,
      export_name: "firestore",
    });
  }

  /** Exports Storage, which must still run. */
  async exportStorage() {
    const path = join(this.#next, "storage");
    await mkdir(path, { recursive: true });
    await post(`http://127.0.0.1:${this.#ports.storage}/internal/export`, { path, initiatedBy: "exit" });
  }

  /** Takes over what was exported, when it is whole. */
  async keep() {
    if (!this.#isWhole(this.#next)) {
      throw new PartFailed("The emulators' data could not be kept: the next start begins with what was kept before.");
    }
    await rm(this.#last, { recursive: true, force: true });
    await rename(this.#next, this.#last);
  }
}

/**
 * @param {string} url
 * @param {object} body
 */
async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
