import { rmSync } from "node:fs";
import { buildFunctions, buildPage } from "../builds.ts";
import { bringNode22 } from "../deploy/node22.ts";
import { startEmulators } from "../emulatorStack.ts";
import { serverEnvironment } from "../environment.ts";
import { bringEmulators } from "../machine/bring.ts";
import { placesFor } from "../places.ts";
import { portsFor } from "../ports.ts";
import { Stack } from "../stack.ts";
import type { Program } from "./programs.ts";

/** What programs need beside them: brought, built and started when the first one asks for it. */
export class Surroundings {
  readonly #shift: number;
  #emulators: Stack | null = null;
  readonly #built = new Set<string>();

  constructor(shift: number) {
    this.#shift = shift;
  }

  /** Takes what a program needs; gives the environment in which it finds it. */
  async for(needs: Program["needs"]): Promise<NodeJS.ProcessEnv> {
    const places = placesFor(this.#shift);
    const ports = portsFor(this.#shift);
    const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(this.#shift), SENDWRIGHT_BENCH_PAGE: places.dist };
    if (needs === "free ports") await this.#stopEmulators();
    if (needs === "page") await this.#once(needs, () => buildPage({ ports, ...places }));
    if (needs === "functions") await this.#once(needs, () => buildFunctions(places));
    // What the bundle needs is in the environment; nothing is asked of an emulator.
    if (needs === "functions") {
      return { ...env, ...serverEnvironment(ports), SENDWRIGHT_BENCH_NODE: await bringNode22(places.logs) };
    }
    if (needs === "emulators") {
      await this.#startEmulators();
      return { ...env, ...serverEnvironment(ports) };
    }
    return env;
  }

  /** Stops what runs and takes away what was written. */
  async end(): Promise<void> {
    await this.#stopEmulators();
    const { base, firebaseConfig } = placesFor(this.#shift);
    rmSync(base, { recursive: true, force: true });
    rmSync(firebaseConfig, { force: true });
  }

  async #once(what: string, make: () => Promise<void>): Promise<void> {
    if (this.#built.has(what)) return;
    await make();
    this.#built.add(what);
  }

  async #startEmulators(): Promise<void> {
    if (this.#emulators) return;
    await bringEmulators(placesFor(this.#shift).logs);
    this.#emulators = new Stack();
    await startEmulators(this.#emulators, this.#shift);
  }

  async #stopEmulators(): Promise<void> {
    await this.#emulators?.stop({ saving: false });
    this.#emulators = null;
  }
}
