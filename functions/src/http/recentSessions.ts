/** For so long the answer that a session is good is believed by calls that only read. */
const BELIEVED_MS = 60_000;
const MOST_SESSIONS = 10_000;

/**
 * The sessions that the authentication service has confirmed lately, in this instance's memory: asking it again for each
 * look at a send would take longer than the look. So a revoked, disabled or deleted user reads for a minute more, at most.
 */
export class RecentSessions {
  readonly #confirmed = new Map<string, number>();

  /** Takes a session and the time (milliseconds); tells whether it need not be asked about. */
  has(session: string, now: number): boolean {
    const at = this.#confirmed.get(session);
    return at !== undefined && at <= now && now < at + BELIEVED_MS;
  }

  /** Takes a session that has just been confirmed. */
  add(session: string, now: number): void {
    this.#confirmed.delete(session);
    this.#confirmed.set(session, now);
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size > MOST_SESSIONS && oldest !== undefined) this.#confirmed.delete(oldest);
  }
}
