import {
  type Attempt,
  type AttemptEvent,
  type Evidence,
  IDLE,
  isUncertain,
  nextAttempt,
} from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import { Runner, type SeenSend } from "@sendwright/core/attempt/runner";
import { AppError, type Send } from "@sendwright/core/contract";
import type { PeopleOfSend } from "@sendwright/core/list/read";
import { holdAsked, SETTINGS_KEY } from "../data/accountQueries.ts";
import { CONFIG_KEY } from "../data/configQuery.ts";
import type { FilesOfSend } from "../data/filesOfSend.ts";
import type { UploadProgress } from "../data/fileUploads.ts";
import type { SendProgress } from "../data/sendProgress.ts";
import { noteSend, progressKey } from "../data/sendProgress.ts";
import {
  beginSend,
  noteInList,
  noteReplaced,
  readBegun,
  SENDS_KEY,
  type SendCall,
  type SendList,
} from "../data/sendQueries.ts";
import { readTemplatesAfter } from "../data/templateQueries.ts";
import { isInFront } from "../lib/inView.ts";
import type { Account } from "./account.ts";
import { ABSENT, GONE, LATE, UNDONE } from "./attemptMessages.ts";
import { storeAttempt, storedAttempt } from "./attemptStorage.ts";
import type { ReusedSend, SendingEvent } from "./sendingEvents.ts";
import { lookUpSend, outcomeOf, undoHeld } from "./sendLookup.ts";
import { type Notification, SEND_WORDS, type SendTab } from "./sendWords.ts";
import { evidenceMessage, stateMessage } from "./stateMessages.ts";
import { CANCELED, NOT_AFTER_UPLOAD, UploadPhase } from "./uploadPhase.ts";

const EDITED = "Your changes are saved. Only the new version will be sent.";
const EARLIER_FIRST = "Your earlier email isn't finished. Nothing of this one was sent.";
const UPLOAD_FAILED = "The files couldn't be uploaded. Nothing was sent.";

/**
 * One of our attempts. It keeps its call: without it, after a reload, its key can't be used again.
 */
export type OwnAttempt = Attempt<SendCall>;

/** The options of a click on Send. */
interface SubmitOptions {
  /** The files for single people; absent for none. */
  files?: FilesOfSend;
  onCall?: () => void;
}

/**
 * The attempts of one tab for one account. Gives the core's runner the page's calls and cache, and
 * reports what happens to them: in toasts, and as events that the form follows. It lives above the
 * tabs, so an attempt continues when you leave its tab.
 */
export class Sending {
  readonly kind: SendTab;
  readonly #account: Account;
  readonly #notifications: Notifications;
  readonly #runner: Runner<SendCall>;
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<(event: SendingEvent) => void>();
  readonly #upload: UploadPhase;
  #state: OwnAttempt = IDLE;
  #isRunning = false;
  #earlier: readonly string[] = [];
  #forgetList: () => void = () => undefined;

  constructor(kind: SendTab, account: Account, showToast: ShowNotification) {
    this.kind = kind;
    this.#account = account;
    this.#notifications = notificationsOf(kind, showToast);
    this.#upload = new UploadPhase(account.uid, kind, () => this.#changed());
    this.#runner = new Runner({
      read: this.read,
      store: this.#store,
      look: lookUpSend,
      undo: undoHeld,
      readList: this.#readList,
      followsBegun: false,
      after: (wait, act) => {
        const timer = setTimeout(act, wait);
        return () => clearTimeout(timer);
      },
      now: Date.now,
    });
  }

  readonly read = (): OwnAttempt => this.#state;

  /**
   * The keys of sends in progress whose people may still come back, although another attempt, or
   * none, is on the screen.
   */
  readonly earlier = (): readonly string[] => this.#earlier;

  /** Calls a function with each event. Returns a function that ends this. */
  readonly follow = (follower: (event: SendingEvent) => void): (() => void) => {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  };

  /** Calls a listener after each change. Returns a function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Continues an attempt from before a reload, and follows the cached list of sends. Returns a
   * function that stops.
   */
  readonly start = (): (() => void) => {
    this.#isRunning = true;
    const list = this.#account.cache.getQueryCache();
    this.#forgetList = list.subscribe(
      ({ query }) => query.queryKey[0] === SENDS_KEY[0] && this.#findInList(query.state.data),
    );
    const now = Date.now();
    const before = storedAttempt(this.#account.uid, this.kind, now);
    if (before) {
      const { key, at: submittedAt, cause } = before;
      this.#dispatch({ type: "reloaded", key, submittedAt, at: now, cause });
    }
    if (this.#upload.wasReloaded()) this.#notifications.refused({ message: NOT_AFTER_UPLOAD });
    this.#runner.start();
    return this.#stop;
  };

  readonly #stop = () => {
    this.#isRunning = false;
    this.#forgetList();
    this.#upload.cancel();
    this.#runner.stop();
  };

  /** How far the files of a click on Send have been uploaded; null while nothing is uploaded. */
  readonly uploading = (): UploadProgress | null => this.#upload.progress;

  /** Stops the upload: nothing is sent. What has arrived isn't uploaded again the next time. */
  readonly cancelUpload = (): void => this.#upload.cancel();

  /**
   * Makes a call that sends. Does nothing while the outcome of an earlier click is unknown, or its
   * files are being uploaded. Files of single people are uploaded first: until then there is no key,
   * and nothing can be sent. `onCall` is called when the call leaves.
   */
  readonly submit = (call: SendCall, more: SubmitOptions = {}): void => {
    void this.#submit(call, more);
  };

  async #submit(call: SendCall, { files, onCall }: SubmitOptions): Promise<void> {
    if (isUncertain(this.#state) || this.#upload.progress !== null) return;
    if (files && !(await this.#uploaded(files))) return;
    if (isUncertain(this.#state)) return this.refuse(new AppError("wrong_state", EARLIER_FIRST));
    onCall?.();
    const begin = (key: string) => {
      const hold = holdAsked(this.#account.cache.getQueryData(SETTINGS_KEY));
      const make = () => beginSend(key, call, hold);
      return outcomeOf(key, files ? () => this.#upload.around(files, make) : make);
    };
    void this.#runner.submit(crypto.randomUUID(), call, begin);
  }

  /** Uploads files; whether the call may leave. */
  async #uploaded(files: FilesOfSend): Promise<boolean> {
    try {
      await this.#upload.run(files);
      return true;
    } catch (cause) {
      if (cause !== CANCELED)
        this.refuse(
          cause instanceof AppError
            ? cause
            : new AppError("upload_broken", UPLOAD_FAILED, { cause }),
        );
      return false;
    }
  }

  /** Hands the email of an earlier send to the form, for a new list or for people of that send. */
  readonly reuse = (send: ReusedSend): void => this.#emit({ type: "reused", send });

  /** Hands the people of an earlier send to the form, as the list of another email. */
  readonly writeTo = (people: PeopleOfSend): void => this.#emit({ type: "peopleReused", people });

  /** Shows why we can't send, like a refusal by the server. */
  readonly refuse = (refusal: AppError): void => this.#notifications.refused(refusal);

  /** Undoes a held send. */
  readonly undo = (): void => this.#dispatchOwn({ type: "undo" });

  /** Looks for the send of a lost call now. Doesn't change when we give up. */
  readonly lookNow = async (): Promise<void> => {
    if (this.#state.status === "lost") await this.#runner.actNow();
  };

  /** The send was undone elsewhere on this page; returns whether it was this tab's. */
  readonly onUndoneElsewhere = (key: string): boolean => {
    this.#dispatch({ type: "undo", key });
    this.#dispatch({ type: "undone", key, at: Date.now() });
    return this.#state.status === "undone" && this.#state.key === key;
  };

  readonly close = (): void => this.#dispatchOwn({ type: "closed" });

  /** Applies the end of the send, as last read. */
  readonly onProgress = ({ send, results }: SendProgress, isOpen: boolean): void => {
    const before = this.#state;
    if (isOpen || before.status !== "begun" || before.key !== send.id) return;
    const { key, known } = before;
    noteInList(this.#account.cache, send);
    this.#refresh(CONFIG_KEY);
    if (send.replaced_by !== undefined) {
      this.#emit({ type: "replaced", key });
      this.#dispatchOwn({ type: "ended" });
      this.#dispatchOwn({ type: "closed" });
      return;
    }
    // The people of an earlier email aren't those of the form. It changes first, so that its draft
    // is kept without them.
    if (known !== "earlier") this.#emit({ type: "ended", key, results });
    this.#dispatchOwn({ type: "ended" });
    this.#notifications.ended(send);
  };

  /** Applies the end of an earlier send; `progress` is null if the server no longer has it. */
  readonly onEarlierEnd = (key: string, progress: SendProgress | null): void => {
    if (!this.#earlier.includes(key)) return;
    this.#earlier = this.#earlier.filter((one) => one !== key);
    if (progress === null) this.#emit({ type: "gone", key });
    else if (progress.send.replaced_by !== undefined) this.#emit({ type: "replaced", key });
    else {
      this.#emit({ type: "ended", key, results: progress.results });
      this.#notifications.ended(progress.send);
    }
    this.#changed();
  };

  /** The server no longer has the send. */
  readonly onMissing = (): void => this.#dispatchOwn({ type: "missing", at: Date.now() });

  #dispatchOwn(
    event: { type: "closed" | "ended" | "undo" } | { type: "missing"; at: number },
  ): void {
    if (this.#state.status !== "idle") this.#dispatch({ ...event, key: this.#state.key });
  }

  #dispatch(event: AttemptEvent<SendCall>): void {
    void this.#runner.dispatch(event);
  }

  readonly #store = (event: AttemptEvent<SendCall>, seen?: SeenSend): OwnAttempt | null => {
    if (seen) {
      noteSend(this.#account.cache, seen.send, seen.results, seen.cursor);
      noteInList(this.#account.cache, seen.send);
    }
    const before = this.#state;
    const after = nextAttempt(before, event);
    if (after === before) return null;
    this.#state = after;
    if (before.status === "begun" && (after.status === "idle" || after.key !== before.key))
      this.#keepFollowing(before);
    if (this.#isRunning) storeAttempt(this.#account.uid, this.kind, after);
    if (after.status !== before.status) this.#onStatus(after, before.status === "held", seen);
    if (event.type === "notUndone") this.refuse(event.refusal);
    this.#changed();
    return after;
  };

  /**
   * Follows a Direct Send that leaves the screen before its end: people it doesn't reach come back.
   */
  #keepFollowing({ key, known }: Extract<OwnAttempt, { status: "begun" }>): void {
    if (this.kind !== "direct" || known === "earlier") return;
    this.#earlier = [...this.#earlier, key];
    this.#emit({ type: "left", key });
  }

  #onStatus(state: OwnAttempt, wasHeld: boolean, seen: SeenSend | undefined): void {
    if (state.status === "idle") return;
    const { status, key } = state;
    if (status === "refused") {
      this.refuse(state.refusal);
      readTemplatesAfter(this.#account.cache, state.refusal);
    }
    const event = formEvent(state);
    if (event) this.#emit({ type: event, key });
    if (status === "absent" || status === "gone" || status === "undone")
      this.#notifications[status]();
    const isOwn = status === "begun" && state.known !== "earlier";
    const replaced = isOwn ? replacedBy(state.submitted) : undefined;
    if (status === "begun") {
      const send = seen?.send ?? this.#listed(key);
      this.#notifications.begun(state.known, send, replaced !== undefined);
    }
    // A send that begins is in the list as it was noted. One that was held already counts.
    if (status === "held" || (status === "begun" && !wasHeld)) this.#refresh(CONFIG_KEY);
    if (status === "undone" || status === "refused") this.#refresh(SENDS_KEY, CONFIG_KEY);
    if (replaced !== undefined) {
      noteReplaced(this.#account.cache, replaced, key);
      void this.#account.cache.invalidateQueries({ queryKey: progressKey(replaced) });
    }
  }

  /** The list shows a send as soon as it has started, long before the call is answered. */
  readonly #readList = async (): Promise<void> => {
    try {
      const { cache } = this.#account;
      const queryFn = ({ signal }: { signal: AbortSignal }) =>
        readBegun(cache.getQueryData(SENDS_KEY), signal);
      await cache.fetchQuery({ queryKey: SENDS_KEY, queryFn, staleTime: 0 });
    } catch (error) {
      console.warn(
        "Could not check whether the send began:",
        error instanceof Error ? error.message : error,
      );
    }
  };

  #listed(key: string): Send | undefined {
    const list = this.#account.cache.getQueryData<SendList>(SENDS_KEY);
    return list?.sends.find(({ id }) => id === key);
  }

  #findInList(list: unknown): void {
    const { status } = this.#state;
    if (status !== "asked" && status !== "lost" && status !== "absent") return;
    const { key } = this.#state;
    const send = (list as SendList | undefined)?.sends.find(({ id }) => id === key);
    if (send) this.#dispatch({ type: "listed", key, hold: holdOf(send, Date.now()) });
  }

  #emit(event: SendingEvent): void {
    for (const follower of this.#followers) follower(event);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #refresh(...keys: (typeof SENDS_KEY | typeof CONFIG_KEY)[]): void {
    for (const queryKey of keys) void this.#account.cache.invalidateQueries({ queryKey });
  }
}

/** The scheduled send whose place a call takes. */
function replacedBy(call: SendCall | null): string | undefined {
  return call?.to === "send-bulk" ? call.input.replaces : undefined;
}

/**
 * What a new state means for the form; null for nothing. Its end comes with results (`onProgress`).
 */
function formEvent(state: Exclude<OwnAttempt, { status: "idle" }>) {
  switch (state.status) {
    case "held":
    case "begun":
      // An earlier email under this key: nothing of the form was sent.
      if (state.known !== "earlier") return state.status;
      return state.status === "begun" ? "conflicted" : null;
    case "lost":
    case "undoing":
    case "ended":
      return null;
    case "refused":
      return state.refusal.reason === "too_late_to_edit" ? "tooLateToEdit" : "refused";
    default:
      return state.status;
  }
}

type ShowNotification = (
  message: string,
  options: {
    variant: Notification["variant"];
    duration?: number;
    isSeen?: () => boolean;
  },
) => void;

type Notifications = ReturnType<typeof notificationsOf>;

/** The toasts about attempts, in the words of the tab. Its panel shows them, but is silent. */
function notificationsOf(kind: SendTab, showToast: ShowNotification) {
  const { toasts, ...words } = SEND_WORDS[kind];
  const refused = ({ message }: { message: string }) =>
    showToast(`${words.toast}: ${message}`, { variant: "danger", duration: toasts.bad });
  // The panel brings itself into view.
  const isSeen = () => isInFront(document.querySelector(`[data-last-send="${kind}"]`));
  return {
    /** The server, or the page itself, refused to send. */
    refused,
    /** No answer came, and nothing was sent. */
    absent: () => refused({ message: ABSENT }),
    /** The send had started, but the server no longer has it. */
    gone: () => showToast(GONE, { variant: "warning", duration: toasts.bad, isSeen }),
    undone: () => showToast(UNDONE, { variant: "info", isSeen }),
    /** Only a send that began in an unusual way, or begins later: of all others, you hear the end. */
    begun: (known: Evidence, send: Send | undefined, isEdited: boolean) => {
      const note = evidenceMessage(known);
      const variant = note === LATE ? "warning" : "info";
      if (note !== null) showToast(note, { variant, isSeen });
      if (send?.state !== "scheduled") return;
      if (isEdited) showToast(EDITED, { variant: "success" });
      else showToast(stateMessage(send, { now: Date.now() }), { variant: "info", isSeen });
    },
    ended: (send: Send) => {
      const { message, variant } = words.ended(send);
      showToast(message, { variant, duration: variant === "success" ? toasts.good : toasts.bad });
    },
  };
}
