import type { StoredRow, UnreadableRow } from "../../../store/sends/rows.ts";
import type { Engine } from "../engine.ts";

/**
 * Rows read at once: few enough that a pause wastes little, many enough that reading doesn't slow
 * sending.
 */
const ROWS_PER_READ = 20;

/** The queued rows of one send, in order, read page by page and each handed out once. */
export class RowQueue {
  readonly #engine: Engine;
  readonly #send: string;
  readonly #lanes: number;
  #rows: (StoredRow | UnreadableRow)[] = [];
  #last = 0;
  #exhausted = false;
  #reading: Promise<void> | null = null;

  /** `lanes`: how many take rows at once. */
  constructor(engine: Engine, send: string, lanes: number) {
    this.#engine = engine;
    this.#send = send;
    this.#lanes = lanes;
  }

  /** Whether no row is left; one may still be put back. */
  isOver(): boolean {
    return this.#exhausted && this.#rows.length === 0;
  }

  /**
   * The next row, or null. `room`: how many more the pace allows now. If that's more than are left,
   * the next ones are read while the last are sent.
   */
  async take(room: number): Promise<StoredRow | UnreadableRow | null> {
    while (this.#rows.length === 0 && !this.#exhausted) await this.#readNext();
    const row = this.#rows.shift() ?? null;
    const left = this.#rows.length;
    // If this fails, the lane that needs the rows reads them again, and reports the error.
    if (left < this.#lanes && left < room && !this.#exhausted) this.#readNext().catch(() => {});
    return row;
  }

  /** Puts back a handed-out row that is queued again; it is the next one. */
  putBack(row: StoredRow): void {
    this.#rows.unshift(row);
  }

  #readNext(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const rows = await this.#engine.ledger.queuedRows(this.#send, this.#last, ROWS_PER_READ);
    this.#exhausted = rows.length < ROWS_PER_READ;
    this.#last = rows.at(-1)?.n ?? this.#last;
    this.#rows.push(...rows);
  }
}
