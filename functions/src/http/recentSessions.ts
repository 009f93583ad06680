/** How long calls that only read believe the answer about a session. */
const BELIEVED_MS = 60_000;
const MOST_SESSIONS = 10_000;

/**
 * What the authentication service has lately said about sessions, in this instance's memory: asking again for each look
 * at a send would take longer than the look, and many looks at once would use up what the service answers. So a
 * revoked, disabled or deleted user reads for a minute more, at most.
 */
export class RecentSessions<Answer> {
  readonly #answers = new Map<string, { at: number; answer: Promise<Answer> }>();

  /**
   * The answer of the last minute about a session, else the one that `ask` gives at `now` (milliseconds). Calls at the
   * same time share one answer. Rejects as `ask` does; nothing is kept of that.
   */
  answerTo(session: string, now: number, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(session);
    if (known && known.at <= now && now < known.at + BELIEVED_MS) return known.answer;
    const asked = { at: now, answer: ask() };
    this.#answers.delete(session);
    this.#answers.set(session, asked);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_SESSIONS && oldest !== undefined) this.#answers.delete(oldest);
    asked.answer.catch(() => {
      if (this.#answers.get(session) === asked) this.#answers.delete(session);
    });
    return asked.answer;
  }
}
