/** How long calls that only read believe the answer that a session is good. */
const BELIEVED_MS = 60_000;
const MOST_SESSIONS = 10_000;

/**
 * The sessions that the authentication service has confirmed lately, in this instance's memory: asking it again for each
 * look at a send would take longer than the look. So a revoked, disabled or deleted user reads for a minute more, at most.
 */
export class RecentSessions {
  readonly #confirmed = new Map<string, number>();

  /** Whether a session need not be asked about at `now` (milliseconds). */
  has(session: string, now: number): boolean {
    const at = this.#confirmed.get(session);
    return at !== undefined && at <= now && now < at + BELIEVED_MS;
  }

  /** Notes a session that has just been confirmed. */
  add(session: string, now: number): void {
    this.#confirmed.delete(session);
    this.#confirmed.set(session, now);
    const [oldest] = this.#confirmed.keys();
    if (this.#confirmed.size > MOST_SESSIONS && oldest !== undefined) this.#confirmed.delete(oldest);
  }
}
