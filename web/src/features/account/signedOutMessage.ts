import type { OutputOf, signOutEverywhere } from "@sendwright/core/contract";
import { counted } from "../../lib/counted.ts";

type Answer = Pick<OutputOf<typeof signOutEverywhere>, "stopped" | "not_stopped">;

const SIGNED_OUT = "You're signed out here, and everywhere else within a minute.";
const MAY_ARRIVE = "Emails that were already going out may still arrive.";

/** The notice after signing out everywhere: what it did to the sends, if they were to be stopped. */
export function signedOutMessage(wereToStop: boolean, answer: Answer): string {
  if (!wereToStop) return `${SIGNED_OUT} Scheduled sends and sends in progress will continue.`;
  return [SIGNED_OUT, ...aboutSends(answer)].join(" ");
}

function aboutSends({ stopped, not_stopped }: Answer): string[] {
  // An older server doesn't count, and answers only if it could stop all of them.
  if (stopped === undefined || not_stopped === undefined) {
    return ["Your scheduled sends and sends in progress are canceled.", MAY_ARRIVE];
  }
  if (stopped === 0 && not_stopped === 0) return ["There were no sends to stop."];
  return [
    ...(stopped > 0 ? [`${counted(stopped, "send")} stopped.`] : []),
    ...(not_stopped === 0 ? [] : [notStopped(stopped, not_stopped)]),
    ...(stopped > 0 ? [MAY_ARRIVE] : []),
  ];
}

function notStopped(stopped: number, count: number | null): string {
  if (count === null) return "Some sends may not be stopped: pause them in Sends.";
  const pause = `pause ${count === 1 ? "it" : "them"} in Sends.`;
  return `${stopped > 0 ? count : counted(count, "send")} couldn't be stopped: ${pause}`;
}
