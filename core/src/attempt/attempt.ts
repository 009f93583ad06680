/**
 * One press of Send, from the press to its end: the same machine for a few recipients by hand, for a file or list, and for the
 * browser extension (decision 9). Pure: the runner makes the calls and says here what came of them.
 *
 * | event ↓ in state → | idle  | asked   | lost     | held     | undoing  | undone | begun   | ended | refused | absent  | gone  |
 * |--------------------|-------|---------|----------|----------|----------|--------|---------|-------|---------|---------|-------|
 * | pressed            | asked | ·       | ·        | ·        | ·        | asked  | asked   | asked | asked   | asked   | asked |
 * | reloaded           | lost  | ·       | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | answered           | ·     | begun ¹ | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | refused            | ·     | refused | ·        | ·        | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | lost               | ·     | lost    | ·        | ·        | ·        | ·      | begun ⁵ | ·     | ·       | ·       | ·     |
 * | listed             | ·     | begun ² | begun ¹  | ·        | ·        | ·      | ·       | ·     | ·       | begun ¹ | ·     |
 * | found              | ·     | ·       | begun ¹  | ·        | ·        | ·      | ·       | ·     | ·       | begun ¹ | ·     |
 * | undo               | ·     | ·       | ·        | undoing  | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | notUndone          | ·     | ·       | ·        | ·        | held     | ·      | ·       | ·     | ·       | ·       | ·     |
 * | undone             | ·     | ·       | ·        | ·        | undone ⁶ | ·      | ·       | ·     | ·       | ·       | ·     |
 * | late               | ·     | ·       | ·        | ·        | begun ⁸  | ·      | ·       | ·     | ·       | ·       | ·     |
 * | released           | ·     | ·       | ·        | begun    | ·        | ·      | ·       | ·     | ·       | ·       | ·     |
 * | missing            | ·     | ·       | absent ³ | undone ⁷ | undone ⁶ | ·      | gone    | ·     | ·       | ·       | ·     |
 * | ended              | ·     | ·       | ·        | ·        | ·        | ·      | ended   | ·     | ·       | ·       | ·     |
 * | closed             | ·     | ·       | ·        | ·        | ·        | idle   | idle    | idle  | idle    | idle ⁴  | idle  |
 *
 * `·`: nothing changes. An event of another key than the state's changes nothing either: it is late news of an earlier press.
 * ¹ `held` instead while the server holds it, so that it can be undone.
 * ² Not while it is held: whoever undoes it must have heard the end of the call, so that nothing of it comes after (decision 4).
 *   Not when the key was used before: what the list shows may be what an earlier press began, and only the answer can tell.
 * ³ Only once nothing can begin any more (`isOver`); until then it stays lost and is asked about again.
 * ⁴ The key is kept: the next press uses it again, so that even a send that began against all reckoning is found, not doubled.
 *   Not after a reload: what was written then is gone, and a duplicated browser tab has the same key.
 * ⁵ The list had shown it before the answer was lost: it stays begun, and how that is known has changed.
 * ⁶ `gone` a day after the press: by then it may have gone out, and its data have been deleted.
 * ⁷ Undone elsewhere. `gone` once the hold is over: by then it may have gone out.
 * ⁸ An email of an earlier press stays known as that: the form that is on the screen was not sent.
 */
import type { AppError } from "../contract/appError.ts";
import type { Hold } from "./hold.ts";
import { isOver, isRemembered } from "./patience.ts";

/** How it is known that a send of this key is there. */
type Known =
  /** The call's own answer, or the list while the call is on its way. */
  | "answered"
  /** The answer was lost, but the server had it. */
  | "found"
  /** Asked for after a reload of the page. */
  | "reloaded"
  /** The server has another mail under this key: an earlier press had begun after all. */
  | "earlier"
  /** Undo came too late: it had been released. */
  | "late";

/** Why nobody here knows whether the send has begun. */
type Cause = "silence" | KeptCause;

/** What a reload keeps of that. */
export type KeptCause = "reload" | "conflict";

/** What all states of one press share. `submitted` is what the press froze of the form; null after a reload. */
interface Submission<Submitted> {
  key: string;
  submitted: Submitted | null;
  /** When it was pressed, milliseconds since 1970. */
  at: number;
}

export type Attempt<Submitted = unknown> =
  /** Nothing to say. `again`: the key of a press that began nothing; the next press uses it again. */
  | { status: "idle"; again: string | null }
  /** The call is on its way. `isRepeat`: its key was used by a press before. */
  | (Submission<Submitted> & { status: "asked"; isRepeat: boolean })
  /** There will be no answer; the server is asked by the key. */
  | (Submission<Submitted> & { status: "lost"; cause: Cause; lostAt: number })
  /** It is there, and nothing goes out yet: it can be undone. */
  | (Submission<Submitted> & { status: "held"; known: Known; hold: Hold })
  /** Undo was pressed, and its answer is not there. */
  | (Submission<Submitted> & { status: "undoing"; known: Known; hold: Hold })
  /** Nothing was sent, as the person wished. */
  | (Submission<Submitted> & { status: "undone" })
  | (Submission<Submitted> & { status: "begun"; known: Known })
  | (Submission<Submitted> & { status: "ended"; known: Known })
  /** The server said no: nothing has begun, and nothing will. */
  | (Submission<Submitted> & { status: "refused"; refusal: AppError })
  /** No answer came, and certainly nothing has begun. */
  | (Submission<Submitted> & { status: "absent" })
  /** It had begun, and the server has it no longer: deleted elsewhere. */
  | (Submission<Submitted> & { status: "gone" });

export type AttemptEvent<Submitted = unknown> =
  /** `key` is made by the press itself, never before: a browser tab that is duplicated takes along what was kept. */
  | { type: "pressed"; key: string; submitted: Submitted; at: number }
  | { type: "reloaded"; key: string; pressedAt: number; at: number; cause: KeptCause }
  | LaterEvent;

/** What is heard of a press that has been made. */
export type LaterEvent =
  | { type: "answered"; key: string; hold?: Hold | null }
  | { type: "refused"; key: string; refusal: AppError }
  | { type: "lost"; key: string; cause: Exclude<Cause, "reload">; at: number }
  /** The list of sends shows it. */
  | { type: "listed"; key: string; hold?: Hold | null }
  /** Asked by its key, the server has it. */
  | { type: "found"; key: string; hold?: Hold | null }
  /** The person presses Undo. */
  | { type: "undo"; key: string }
  /** The server would not undo it, and holds it on. */
  | { type: "notUndone"; key: string; refusal: AppError }
  | { type: "undone"; key: string; at: number }
  /** Undo came too late. */
  | { type: "late"; key: string }
  /** It is held no longer: it goes out, or waits for its time. */
  | { type: "released"; key: string }
  /** Asked by its key, the server has no such send. */
  | { type: "missing"; key: string; at: number }
  | { type: "ended"; key: string }
  /** The person puts away what is on the screen. */
  | { type: "closed"; key: string };

export const IDLE: Attempt<never> = { status: "idle", again: null };

/** The attempt after an event, the very same object when nothing changes. */
export function attempt<Submitted>(state: Attempt<Submitted>, event: AttemptEvent<Submitted>): Attempt<Submitted> {
  if (event.type === "pressed") return submit(state, event);
  if (event.type === "reloaded") {
    const { key, pressedAt, at, cause } = event;
    return state.status === "idle" ? { status: "lost", key, submitted: null, at: pressedAt, cause, lostAt: at } : state;
  }
  return state.status === "idle" || state.key !== event.key ? state : afterEvent(state, event);
}

/** What comes of a press that has been made. */
function afterEvent<Submitted>(state: ActiveAttempt<Submitted>, event: LaterEvent): Attempt<Submitted> {
  switch (event.type) {
    case "answered":
      return state.status === "asked" ? begun(state, "answered", event.hold) : state;
    case "refused":
      return state.status === "asked" ? { ...submissionOf(state), status: "refused", refusal: event.refusal } : state;
    case "lost":
      if (state.status === "begun") return { ...state, known: "found" };
      return state.status === "asked"
        ? { ...submissionOf(state), status: "lost", cause: event.cause, lostAt: event.at }
        : state;
    case "listed":
      if (state.status === "asked") return state.isRepeat || event.hold ? state : begun(state, "answered");
      return found(state, event.hold);
    case "found":
      return found(state, event.hold);
    case "undo":
      return state.status === "held" ? { ...state, status: "undoing" } : state;
    case "notUndone":
      return state.status === "undoing" ? { ...state, status: "held" } : state;
    case "undone":
      return state.status === "undoing" ? missing(state, event.at) : state;
    case "late":
      return state.status === "undoing" ? begun(state, state.known === "earlier" ? "earlier" : "late") : state;
    case "released":
      return state.status === "held" ? begun(state, state.known) : state;
    case "missing":
      return missing(state, event.at);
    case "ended":
      return state.status === "begun" ? { ...submissionOf(state), status: "ended", known: state.known } : state;
    case "closed":
      return closed(state);
  }
}

/** Whether we don't know yet if an attempt's emails go out: another click on Send and Close have no effect. */
export function isUncertain<State extends Attempt>(
  state: State,
): state is Extract<State, { status: "asked" | "lost" | "held" | "undoing" }> {
  return isUnanswered(state) || isHeld(state);
}

/** Whether no answer to a click on Send has come yet. */
export function isUnanswered<State extends Attempt>(
  state: State,
): state is Extract<State, { status: "asked" | "lost" }> {
  return state.status === "asked" || state.status === "lost";
}

/** Whether nothing goes out yet because the send is held, also while Undo has no answer. */
export function isHeld<State extends Attempt>(state: State): state is Extract<State, { status: "held" | "undoing" }> {
  return state.status === "held" || state.status === "undoing";
}

/** Whether something may still go out in a state. */
export function mayStillSend(is: Attempt["status"]): boolean {
  return is === "asked" || is === "lost" || is === "held" || is === "undoing" || is === "begun";
}

/** The cause to keep for a reload: an email that the server has from an earlier press stays known as that. */
export function keptCause(state: Attempt): KeptCause {
  const isEarlier =
    "known" in state ? state.known === "earlier" : state.status === "lost" && state.cause === "conflict";
  return isEarlier ? "conflict" : "reload";
}

/** The key with which the next press goes out: that of a press that began nothing, or the new one. */
function submit<Submitted>(
  state: Attempt<Submitted>,
  { key, submitted, at }: Extract<AttemptEvent<Submitted>, { type: "pressed" }>,
): Attempt<Submitted> {
  if (isUncertain(state)) return state;
  const again = state.status === "idle" ? state.again : usableAgain(state);
  return { status: "asked", key: again ?? key, submitted: submitted, at, isRepeat: again !== null };
}

/** The key of a press that certainly began nothing, as long as what it froze is still at hand. */
function usableAgain<Submitted>(state: ActiveAttempt<Submitted>): string | null {
  return state.status === "absent" && state.submitted !== null ? state.key : null;
}

type ActiveAttempt<Submitted> = Exclude<Attempt<Submitted>, { status: "idle" }>;

function submissionOf<Submitted>({ key, submitted, at }: ActiveAttempt<Submitted>): Submission<Submitted> {
  return { key, submitted: submitted, at };
}

function begun<Submitted>(state: ActiveAttempt<Submitted>, known: Known, hold: Hold | null = null): Attempt<Submitted> {
  return hold
    ? { ...submissionOf(state), status: "held", known, hold }
    : { ...submissionOf(state), status: "begun", known };
}

/** The send is there, although no answer said so. */
function found<Submitted>(state: ActiveAttempt<Submitted>, hold: Hold | null | undefined): Attempt<Submitted> {
  if (state.status === "absent") return begun(state, "found", hold);
  if (state.status !== "lost") return state;
  const known = { silence: "found", reload: "reloaded", conflict: "earlier" } as const;
  return begun(state, known[state.cause], hold);
}

function missing<Submitted>(state: ActiveAttempt<Submitted>, at: number): Attempt<Submitted> {
  if (state.status === "begun") return { ...submissionOf(state), status: "gone" };
  if (state.status === "held") return { ...submissionOf(state), status: at < state.hold.until ? "undone" : "gone" };
  if (state.status === "undoing")
    return { ...submissionOf(state), status: isRemembered(state.at, at) ? "undone" : "gone" };
  if (state.status !== "lost" || !isOver({ pressedAt: state.at, lostAt: state.lostAt }, at)) return state;
  return { ...submissionOf(state), status: "absent" };
}

function closed<Submitted>(state: ActiveAttempt<Submitted>): Attempt<Submitted> {
  if (isUncertain(state)) return state;
  return { status: "idle", again: usableAgain(state) };
}
