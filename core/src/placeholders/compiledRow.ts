import { MAX_SUBJECT_BYTES } from "../contract/limits.ts";
import type { DateOrder, NumberForm } from "../contract/templates.ts";
import type { Formats } from "../dates/formats.ts";
import { isBlank } from "../isBlank.ts";
import type { Condition } from "./conditions.ts";
import { comparable } from "./grammar.ts";
import type { BadLink } from "./links.ts";
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
  /** By variable that is added up: how its numbers are written; by default with a point. */
  numberForms?: ReadonlyMap<string, NumberForm> | undefined;
  /** For a preview: values have `data-variable`, and a gap is shown instead of thrown. */
  mark?: boolean | undefined;
}

/**
 * One email's values and mode. A value may appear in a template thousands of times, but it is read
 * once.
 */
export class CompiledRow {
  readonly options: RenderOptions;
  readonly #values: ReadonlyMap<string, string>;
  readonly #blank = new Map<string, boolean>();
  readonly #compared = new Map<string, string>();
  readonly #written: Record<ValuePlace, Map<string, string>> = {
    subject: new Map(),
    text: new Map(),
    attribute: new Map(),
  };
  #subjectLength = 0;
  readonly badLinks: BadLink[] = [];
  #linkLength = 0;

  constructor(values: ReadonlyMap<string, string>, options: RenderOptions) {
    this.#values = values;
    this.options = options;
  }

  isBlank(name: string): boolean {
    return remembered(this.#blank, name, () => isBlank(this.#values.get(name)));
  }

  meets({ name, compared, keptWhen }: Condition): boolean {
    const holds =
      compared === null
        ? !this.isBlank(name)
        : remembered(this.#compared, name, () => comparable(this.value(name))) === compared;
    return holds === keptWhen;
  }

  value(name: string): string {
    return this.#values.get(name) ?? "";
  }

  /** A variable's value, as `write` renders it in a place. */
  written(name: string, place: ValuePlace, write: (value: string) => string): string {
    const text = remembered(this.#written[place], name, () => write(this.value(name)));
    return place === "subject" ? this.#intoSubject(text) : text;
  }

  get isFullOfLinks(): boolean {
    return this.#linkLength > MAX_LINKS_LENGTH;
  }

  /** Whether the limits allow another link, another value in one, or this many characters. */
  hasRoomInLinks(length = ROOM_OF_A_VALUE): boolean {
    this.#linkLength += length;
    return !this.isFullOfLinks;
  }

  /**
   * Values longer than the subject's limit make it too long, which refuses the email: rendering the
   * rest would waste time.
   */
  #intoSubject(text: string): string {
    const fits = this.#subjectLength <= MAX_SUBJECT_BYTES;
    this.#subjectLength += text.length;
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
