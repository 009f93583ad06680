import { rmSync } from "node:fs";
import { buildFunctions, buildPage } from "../builds.ts";
import { bringNode22 } from "../deploy/node22.ts";
import { startEmulators } from "../emulatorStack.ts";
import { serverEnvironment } from "../environment.ts";
import { bringBrowser, bringEmulators, bringShell } from "../machine/bring.ts";
import { placesFor } from "../places.ts";
import { portsFor } from "../ports.ts";
import { Stack } from "../stack.ts";
import { startWholeStack } from "../wholeStack.ts";
import type { Program } from "./programs.ts";

/** What programs need beside them: fetched, built and started when the first one asks for it. */
export class Surroundings {
  readonly #shift: number;
  /** One at a time: all stacks have the same ports. */
  #running: { what: "emulators" | "product"; stack: Stack; env: NodeJS.ProcessEnv } | null = null;
  readonly #built = new Set<string>();

  constructor(shift: number) {
    this.#shift = shift;
  }

  /** The environment in which a program finds what it needs. */
  async for(needs: Program["needs"]): Promise<NodeJS.ProcessEnv> {
    const places = placesFor(this.#shift);
    const ports = portsFor(this.#shift);
    const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(this.#shift), SENDWRIGHT_BENCH_PAGE: places.dist };
    if (needs === "free ports") await this.#stop();
    if (needs === "page") await this.#once(needs, () => buildPage({ ports, ...places }));
    if (needs === "functions") await this.#once(needs, () => buildFunctions(places));
    // What the bundle needs is in the environment; nothing is asked of an emulator.
    if (needs === "functions") {
      return { ...env, ...serverEnvironment(ports), SENDWRIGHT_BENCH_NODE: await bringNode22(places.logs) };
    }
    if (needs === "emulators" || needs === "product") return { ...env, ...(await this.#start(needs)) };
    return env;
  }

  /** Stops what runs and takes away what was written. */
  async end(): Promise<void> {
    await this.#stop();
    const { base, firebaseConfig } = placesFor(this.#shift);
    rmSync(base, { recursive: true, force: true });
    rmSync(firebaseConfig, { force: true });
  }

  async #once(what: string, make: () => Promise<void>): Promise<void> {
    if (this.#built.has(what)) return;
    await make();
    this.#built.add(what);
  }

  /** Starts the emulators or the product; returns the environment in which it is found. */
  async #start(what: "emulators" | "product"): Promise<NodeJS.ProcessEnv> {
    if (this.#running?.what === what) return this.#running.env;
    await this.#stop();
    await bringEmulators(placesFor(this.#shift).logs);
    const stack = new Stack();
    this.#running = { what, stack, env: {} };
    this.#running.env = await (what === "emulators" ? this.#startEmulators(stack) : this.#startProduct(stack));
    return this.#running.env;
  }

  async #startEmulators(stack: Stack): Promise<NodeJS.ProcessEnv> {
    await startEmulators(stack, this.#shift);
    return serverEnvironment(portsFor(this.#shift));
  }

  /** The whole product, and a browser to look at it. */
  async #startProduct(stack: Stack): Promise<NodeJS.ProcessEnv> {
    const { logs } = placesFor(this.#shift);
    const [browser, shell] = [await bringBrowser(logs), await bringShell(logs)];
    const { app, google } = await startWholeStack(stack, { shift: this.#shift, dev: false, fresh: true });
    const browsers = { CHROMIUM_PATH: browser, HEADLESS_SHELL_PATH: shell ?? "" };
    return { ...browsers, SENDWRIGHT_URL: app, SENDWRIGHT_GOOGLE: google };
  }

  async #stop(): Promise<void> {
    await this.#running?.stack.stop({ saving: false });
    this.#running = null;
  }
}
