/** How long an answer is good for. */
const KEPT_MS = 60_000;

/** Answers of the last minute, in this instance's memory: the latest `most` of them. */
export class RecentAnswers<Answer> {
  readonly #most: number;
  readonly #answers = new Map<string, { at: number; answer: Promise<Answer> }>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The answer of the last minute to a question, else the one that `ask` gives at `now`
   * (milliseconds). Calls at the same time share one answer. Rejects as `ask` does, and then keeps
   * nothing.
   */
  answerTo(question: string, now: number, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(question);
    if (known && known.at <= now && now < known.at + KEPT_MS) return known.answer;
    const asked = { at: now, answer: ask() };
    this.#answers.delete(question);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size === this.#most && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(question, asked);
    const forget = () => {
      if (this.#answers.get(question) === asked) this.#answers.delete(question);
    };
    // Frees the memory. `now` decides, because a timer is late in an instance that had no calls.
    setTimeout(forget, KEPT_MS).unref();
    asked.answer.catch(forget);
    return asked.answer;
  }
}
