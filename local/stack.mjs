import { takenPorts, waitForAnswer } from "./network.mjs";
import { launch, PartFailed, tail } from "./processes.mjs";

/** @typedef {import("./processes.mjs").Part} Part */

/**
 * How to start one part, how to tell that it is ready, and the signal that asks it to end.
 * @typedef {object} PartPlan
 * @property {string} name begins its sentences: "The Firestore emulator"
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} log
 * @property {{ url: string, status: number } | undefined} [ready] absent: ready when it runs
 * @property {NodeJS.Signals} stop
 * @property {() => Promise<void>} [beforeStop] saves what the part knows, while it still runs
 */

const startingTakesAtMostMs = 120_000;
const stoppingTakesAtMostMs = 25_000;

/** Several parts that run together: what one of them breaks, all of them end. */
export class Stack {
  /** @type {{ part: Part, plan: PartPlan }[]} */
  #running = [];
  #stopping = false;

  /**
   * Starts parts side by side and waits until each of them answers.
   * @param {PartPlan[]} plans
   * @throws {PartFailed} naming the part that did not come up, with the end of its log
   */
  async start(plans) {
    await Promise.all(plans.map((plan) => this.#startOne(plan)));
  }

  /** @param {PartPlan} plan */
  async #startOne(plan) {
    const part = await launch(plan);
    if (this.#stopping) return part.stop("SIGKILL", 0); // stopped while it was being started
    this.#running.push({ part, plan });
    if (!plan.ready) return;
    const { url, status } = plan.ready;
    const answered = await waitForAnswer(url, { status, timeoutMs: startingTakesAtMostMs, signal: part.gone });
    if (this.#stopping || answered) return;
    const what = part.gone.aborted ? "ended while it was starting" : `did not answer at ${url} in time`;
    throw new PartFailed(`${plan.name} ${what}.`, tail(plan.log));
  }

  /** Settles with the reason when the first part dies by itself. */
  async untilOneDies() {
    return new Promise((/** @type {(reason: PartFailed) => void} */ resolve) => {
      for (const { part, plan } of this.#running) {
        const tell = () => {
          if (!this.#stopping) resolve(new PartFailed(`${plan.name} has stopped by itself.`, tail(plan.log)));
        };
        if (part.gone.aborted) tell();
        else part.gone.addEventListener("abort", tell);
      }
    });
  }

  /**
   * Stops every part, the last started first, and waits until no process is left.
   * @param {{ saving: boolean }} options whether the parts save what they know before
   */
  async stop({ saving }) {
    this.#stopping = true;
    const running = this.#running.splice(0).reverse();
    try {
      for (const { part, plan } of running) {
        if (saving) await plan.beforeStop?.();
        await part.stop(plan.stop, stoppingTakesAtMostMs);
      }
    } finally {
      await Promise.all(running.map(({ part }) => part.stop("SIGKILL", 0)));
    }
  }
}

/**
 * Stops with one sentence when something else listens on a port of ours.
 * @param {number[]} ports
 * @throws {PartFailed}
 */
export async function requireFreePorts(ports) {
  const taken = await takenPorts(ports);
  if (taken.length === 0) return;
  const [which, verb] = taken.length === 1 ? ["Port", "is"] : ["Ports", "are"];
  throw new PartFailed(
    `${which} ${taken.join(", ")} ${verb} taken by another program: stop it, or set SENDWRIGHT_PORT_SHIFT=1000 to move every port by 1000.`,
  );
}
