/**
 * One press of Send, from the press to its end: the same machine for a few recipients by hand, for a file or list, and for the
 * browser extension (decision 9). Pure: who runs it makes the calls and says here what came of them.
 *
 * | event ↓ in state → | idle  | asked   | lost     | begun   | ended | refused | absent | gone  |
 * |--------------------|-------|---------|----------|---------|-------|---------|--------|-------|
 * | pressed            | asked | ·       | ·        | asked   | asked | asked   | asked  | asked |
 * | reloaded           | lost  | ·       | ·        | ·       | ·     | ·       | ·      | ·     |
 * | answered           | ·     | begun   | ·        | ·       | ·     | ·       | ·      | ·     |
 * | refused            | ·     | refused | ·        | ·       | ·     | ·       | ·      | ·     |
 * | lost               | ·     | lost    | ·        | begun ⁴ | ·     | ·       | ·      | ·     |
 * | listed             | ·     | begun ¹ | begun    | ·       | ·     | ·       | begun  | ·     |
 * | found              | ·     | ·       | begun    | ·       | ·     | ·       | begun  | ·     |
 * | missing            | ·     | ·       | absent ² | gone    | ·     | ·       | ·      | ·     |
 * | ended              | ·     | ·       | ·        | ended   | ·     | ·       | ·      | ·     |
 * | closed             | ·     | ·       | ·        | idle    | idle  | idle    | idle ³ | idle  |
 *
 * `·`: nothing changes. An event of another key than the state's changes nothing either: it is late news of an earlier press.
 * ¹ Not when the key was used before: what the list shows may be what an earlier press began, and only the answer can tell.
 * ² Only once nothing can begin any more (`isOver`); until then it stays lost and is asked about again.
 * ³ The key is kept: the next press uses it again, so that even a send that began against all reckoning is found, not doubled.
 *   Not after a reload: what was written then is gone, and a duplicated browser tab has the same key.
 * ⁴ The list had shown it before the answer was lost: it stays begun, and how that is known has changed.
 */
import type { AppError } from "../../contract/appError.ts";
import { isOver } from "./patience.ts";

/** How it is known that a send of this key is there. */
export type Known =
  /** The call's own answer, or the list while the call is on its way. */
  | "answered"
  /** The answer was lost, but the server had it. */
  | "found"
  /** Asked for after a reload of the page. */
  | "reloaded"
  /** The server has another mail under this key: an earlier press had begun after all. */
  | "earlier";

/** Why nobody here knows whether the send has begun. */
export type Cause = "silence" | "reload" | "conflict";

/** What all states of one press share. `frozen` is what the press froze of the form; null after a reload. */
interface Press<Frozen> {
  key: string;
  frozen: Frozen | null;
  /** When it was pressed, milliseconds since 1970. */
  at: number;
}

export type Attempt<Frozen = unknown> =
  /** Nothing to say. `again`: the key of a press that began nothing; the next press uses it again. */
  | { is: "idle"; again: string | null }
  /** The call is on its way. `isRepeat`: its key was used by a press before. */
  | (Press<Frozen> & { is: "asked"; isRepeat: boolean })
  /** There will be no answer; the server is asked by the key. */
  | (Press<Frozen> & { is: "lost"; cause: Cause; lostAt: number })
  | (Press<Frozen> & { is: "begun"; known: Known })
  | (Press<Frozen> & { is: "ended"; known: Known })
  /** The server said no: nothing has begun, and nothing will. */
  | (Press<Frozen> & { is: "refused"; refusal: AppError })
  /** No answer came, and certainly nothing has begun. */
  | (Press<Frozen> & { is: "absent" })
  /** It had begun, and the server has it no longer: deleted elsewhere. */
  | (Press<Frozen> & { is: "gone" });

export type AttemptEvent<Frozen = unknown> =
  /** `key` is made by the press itself, never before: a browser tab that is duplicated takes along what was kept. */
  | { type: "pressed"; key: string; frozen: Frozen; at: number }
  | { type: "reloaded"; key: string; pressedAt: number; at: number }
  | News;

/** What is heard of a press that has been made. */
type News =
  | { type: "answered"; key: string }
  | { type: "refused"; key: string; refusal: AppError }
  | { type: "lost"; key: string; cause: Exclude<Cause, "reload">; at: number }
  /** The list of sends shows it. */
  | { type: "listed"; key: string }
  /** Asked by its key, the server has it. */
  | { type: "found"; key: string }
  /** Asked by its key, the server has no such send. */
  | { type: "missing"; key: string; at: number }
  | { type: "ended"; key: string }
  /** The person puts away what is on the screen. */
  | { type: "closed"; key: string };

export const IDLE: Attempt<never> = { is: "idle", again: null };

/** Takes an attempt and what happened; gives the attempt after it, the very same object when nothing changes. */
export function attempt<Frozen>(state: Attempt<Frozen>, event: AttemptEvent<Frozen>): Attempt<Frozen> {
  if (event.type === "pressed") return pressed(state, event);
  if (event.type === "reloaded") {
    const { key, pressedAt, at } = event;
    return state.is === "idle" ? { is: "lost", key, frozen: null, at: pressedAt, cause: "reload", lostAt: at } : state;
  }
  return state.is === "idle" || state.key !== event.key ? state : heard(state, event);
}

/** What comes of a press that has been made. */
function heard<Frozen>(state: Pressed<Frozen>, event: News): Attempt<Frozen> {
  switch (event.type) {
    case "answered":
      return state.is === "asked" ? begun(state, "answered") : state;
    case "refused":
      return state.is === "asked" ? { ...press(state), is: "refused", refusal: event.refusal } : state;
    case "lost":
      if (state.is === "begun") return { ...state, known: "found" };
      return state.is === "asked" ? { ...press(state), is: "lost", cause: event.cause, lostAt: event.at } : state;
    case "listed":
      if (state.is === "asked") return state.isRepeat ? state : begun(state, "answered");
      return there(state);
    case "found":
      return there(state);
    case "missing":
      return missing(state, event.at);
    case "ended":
      return state.is === "begun" ? { ...press(state), is: "ended", known: state.known } : state;
    case "closed":
      return closed(state);
  }
}

/** The key with which the next press goes out: that of a press that began nothing, or the new one. */
function pressed<Frozen>(
  state: Attempt<Frozen>,
  { key, frozen, at }: Extract<AttemptEvent<Frozen>, { type: "pressed" }>,
): Attempt<Frozen> {
  if (state.is === "asked" || state.is === "lost") return state;
  const again = state.is === "idle" ? state.again : usableAgain(state);
  return { is: "asked", key: again ?? key, frozen, at, isRepeat: again !== null };
}

/** The key of a press that certainly began nothing, as long as what it froze is still at hand. */
function usableAgain<Frozen>(state: Pressed<Frozen>): string | null {
  return state.is === "absent" && state.frozen !== null ? state.key : null;
}

type Pressed<Frozen> = Exclude<Attempt<Frozen>, { is: "idle" }>;

function press<Frozen>({ key, frozen, at }: Pressed<Frozen>): Press<Frozen> {
  return { key, frozen, at };
}

function begun<Frozen>(state: Pressed<Frozen>, known: Known): Attempt<Frozen> {
  return { ...press(state), is: "begun", known };
}

/** The send is there, although no answer said so. */
function there<Frozen>(state: Pressed<Frozen>): Attempt<Frozen> {
  if (state.is === "absent") return begun(state, "found");
  if (state.is !== "lost") return state;
  const known = { silence: "found", reload: "reloaded", conflict: "earlier" } as const;
  return begun(state, known[state.cause]);
}

function missing<Frozen>(state: Pressed<Frozen>, at: number): Attempt<Frozen> {
  if (state.is === "begun") return { ...press(state), is: "gone" };
  if (state.is !== "lost" || !isOver({ pressedAt: state.at, lostAt: state.lostAt }, at)) return state;
  return { ...press(state), is: "absent" };
}

function closed<Frozen>(state: Pressed<Frozen>): Attempt<Frozen> {
  if (state.is === "asked" || state.is === "lost") return state;
  return { is: "idle", again: usableAgain(state) };
}
