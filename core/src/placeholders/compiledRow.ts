import { MAX_SUBJECT_BYTES } from "../contract/limits.ts";
import type { DateOrder, NumberForm } from "../contract/templates.ts";
import type { Formats } from "../dates/formats.ts";
import { isBlank } from "../isBlank.ts";
import { type Sum, sumOf } from "../numbers/sum.ts";
import { type Condition, isMet } from "./conditions.ts";
import { comparable } from "./grammar.ts";
import type { BadLink } from "./links.ts";
import { asksForAny, blankAmount, type Summed } from "./sums.ts";
import type { ValuePlace } from "./writeValue.ts";

/**
 * Characters that all links of one email may have together; each link and each value in it counts
 * as several.
 */
const MAX_LINKS_LENGTH = 200_000;
const ROOM_OF_A_VALUE = 500;

export interface RenderOptions extends Formats {
  /** By variable; by default, the template's format decides. */
  dateOrders?: ReadonlyMap<string, DateOrder> | undefined;
  /** The values of the email's further rows, in order; none if absent (decision 38). */
  further?: readonly ReadonlyMap<string, string>[] | undefined;
  /** By variable that is added up: how its numbers are written; by default as its values show. */
  numberForms?: ReadonlyMap<string, NumberForm> | undefined;
  /** For a preview: values have `data-variable`, and a gap is shown instead of thrown. */
  mark?: boolean | undefined;
}

/** More rows have more links, but not without limit. */
export const MOST_TIMES_LINKS = 10;

/** What all rows of one email share. */
interface SharedByRows {
  sums: ReadonlyMap<string, Summed>;
  rows: CompiledRow[];
  badLinks: BadLink[];
  /** The placeholders that can't be added up, each with the reason. */
  badSums: Map<string, string>;
  totals: Map<string, Total>;
  subjectLength: number;
  linkLength: number;
}

/** The sum of values, "blank" if all are; `text` is null if they can't be added up. */
type Total = "blank" | { text: string | null };

/**
 * The values of one row of an email, and the email's mode. A value may appear in a template
 * thousands of times, but it is read once.
 */
export class CompiledRow {
  readonly options: RenderOptions;
  readonly #shared: SharedByRows;
  readonly #values: ReadonlyMap<string, string>;
  readonly #blank = new Map<string, boolean>();
  readonly #compared = new Map<string, string>();
  readonly #written: Record<ValuePlace, Map<string, string>> = {
    subject: new Map(),
    text: new Map(),
    attribute: new Map(),
  };

  private constructor(
    values: ReadonlyMap<string, string>,
    options: RenderOptions,
    shared: SharedByRows,
  ) {
    this.#values = values;
    this.options = options;
    this.#shared = shared;
  }

  /** The leading row of an email with these `sums`, with `options.further` behind it. */
  static leading(
    values: ReadonlyMap<string, string>,
    options: RenderOptions,
    sums: ReadonlyMap<string, Summed>,
  ): CompiledRow {
    const shared: SharedByRows = {
      sums,
      rows: [],
      badLinks: [],
      badSums: new Map(),
      totals: new Map(),
      subjectLength: 0,
      linkLength: 0,
    };
    const leading = new CompiledRow(values, options, shared);
    const further = (options.further ?? []).map((one) => new CompiledRow(one, options, shared));
    shared.rows.push(leading, ...further);
    return leading;
  }

  /** All rows of the email, in order. */
  get all(): readonly CompiledRow[] {
    return this.#shared.rows;
  }

  get isLeading(): boolean {
    return this.all[0] === this;
  }

  get badLinks(): BadLink[] {
    return this.#shared.badLinks;
  }

  get badSums(): ReadonlyMap<string, string> {
    return this.#shared.badSums;
  }

  /** Whether a variable is blank in one of the rows. */
  isBlankInAny(name: string): boolean {
    return this.all.some((row) => row.isBlank(name));
  }

  /** The total of a variable's values in all rows. */
  total(name: string): Total {
    return remembered(this.#shared.totals, name, () => {
      const filled = this.all.filter((row) => !row.isBlank(name));
      const { canBeBlank = false, amount } = this.#shared.sums.get(name) ?? {};
      const hasBlank = filled.length < this.all.length;
      if (filled.length === 0 && canBeBlank && amount === undefined) return "blank";
      const sum = !hasBlank
        ? this.#sumOf(name, filled)
        : amount !== undefined
          ? { problem: blankAmount(name, amount) }
          : canBeBlank
            ? this.#sumOf(name, filled)
            : { problem: "a row has no value" };
      if ("text" in sum) return sum;
      this.#shared.badSums.set(name, sum.problem);
      return { text: null };
    });
  }

  #sumOf(name: string, rows: readonly CompiledRow[]): Sum {
    return sumOf(
      rows.map((row) => row.value(name)),
      this.options.numberForms?.get(name),
    );
  }

  isBlank(name: string): boolean {
    return remembered(this.#blank, name, () => isBlank(this.#values.get(name)));
  }

  /** Whether the part of a condition stays, which is in the repeated part or outside of it. */
  meets(condition: Condition, isRepeated: boolean): boolean {
    const { name } = condition;
    const isAny = !isRepeated && asksForAny(condition, this.#shared.sums);
    const isBlank = isAny ? this.all.every((row) => row.isBlank(name)) : this.isBlank(name);
    return isMet(condition, isBlank, () =>
      remembered(this.#compared, name, () => comparable(this.value(name))),
    );
  }

  value(name: string): string {
    return this.#values.get(name) ?? "";
  }

  /** A variable's value, as `write` renders it in a place. */
  written(name: string, place: ValuePlace, write: (value: string) => string): string {
    const text = remembered(this.#written[place], name, () => write(this.value(name)));
    return this.fitting(text, place);
  }

  get isFullOfLinks(): boolean {
    const times = Math.min(this.all.length, MOST_TIMES_LINKS);
    return this.#shared.linkLength > MAX_LINKS_LENGTH * times;
  }

  /** Whether the limits allow another link, another value in one, or this many characters. */
  hasRoomInLinks(length = ROOM_OF_A_VALUE): boolean {
    this.#shared.linkLength += length;
    return !this.isFullOfLinks;
  }

  /**
   * Values longer than the subject's limit make it too long, which refuses the email: rendering the
   * rest would waste time.
   */
  fitting(text: string, place: ValuePlace): string {
    if (place !== "subject") return text;
    const fits = this.#shared.subjectLength <= MAX_SUBJECT_BYTES;
    this.#shared.subjectLength += text.length;
    return fits ? text : "";
  }
}

function remembered<T>(known: Map<string, T>, key: string, find: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}
