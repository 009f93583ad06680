import { useEffect, useRef } from "react";
import { goBack, handleLayerEntry, unmarked } from "./layerEntry.ts";

/**
 * A browser opens a file that is dropped beside a picker, and the page with all that was written is
 * gone: here it does not.
 */
export function refuseStrayDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}

/**
 * Protects unsent work: the browser asks before the page closes, `ask` before Back or an edited
 * address.
 */
export function useLeaveGuard(guard: LeaveGuard): void {
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
    noteAddress();
  });
  useEffect(
    () =>
      guardLeaving({
        hasUnsaved: () => latest.current.hasUnsaved(),
        isLostAt: (address) => latest.current.isLostAt(address),
        ask: () => latest.current.ask(),
      }),
    [],
  );
}

/** Something on the page that would be lost if the person went away from it. */
export interface LeaveGuard {
  hasUnsaved: () => boolean;
  /**
   * Whether it is lost at another address of this application; it always is when the page is closed
   * or reloaded.
   */
  isLostAt: (address: Location) => boolean;
  /** Asks the person; resolves whether it may be lost. */
  ask: () => Promise<boolean>;
}

const guards = new Set<LeaveGuard>();
/** Where the person is, as long as nothing is lost by it. */
let here = { address: "", state: null as unknown };
let isAsking = false;
let isFree = false;

/** The person is where the address says; guards call this after each change of it. */
function noteAddress(): void {
  here = { address: window.location.href, state: unmarked(window.history.state) };
}

/**
 * Call it before the router listens: the window calls listeners in order, and the router must not
 * see the address that we put back.
 */
export function watchAddress(): void {
  window.addEventListener("popstate", stayAtAddress);
}

/** Guards something until the function that it gives is called. */
function guardLeaving(guard: LeaveGuard): () => void {
  if (guards.size === 0) window.addEventListener("beforeunload", stayOnPage);
  guards.add(guard);
  noteAddress();
  return () => {
    guards.delete(guard);
    if (guards.size === 0) window.removeEventListener("beforeunload", stayOnPage);
  };
}

/** Whether something on the page would be lost by going away from it. */
export function isAnythingUnsaved(): boolean {
  return [...guards].some((guard) => guard.hasUnsaved());
}

function stayOnPage(event: Event): void {
  if (isAnythingUnsaved()) event.preventDefault();
}

/**
 * Back, or a hash that was edited: the address has changed already. It is put back above the new
 * one, which Back then leads to.
 */
function stayAtAddress(event: Event): void {
  if (handleLayerEntry()) {
    event.stopImmediatePropagation();
    return;
  }
  const lost = [...guards].filter((guard) => guard.hasUnsaved() && guard.isLostAt(window.location));
  if (isFree || lost.length === 0) {
    isFree = false;
    return;
  }
  event.stopImmediatePropagation();
  window.history.pushState(here.state, "", here.address);
  // The last one opened is the one on the screen.
  if (!isAsking) void askToLeave(lost.reverse());
}

async function askToLeave(lost: LeaveGuard[]): Promise<void> {
  isAsking = true;
  try {
    for (const guard of lost) if (!(await guard.ask())) return;
  } finally {
    isAsking = false;
  }
  isFree = true;
  goBack();
}
