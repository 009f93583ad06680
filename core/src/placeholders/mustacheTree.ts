import Mustache from "mustache";

/**
 * A slot's content in one email: text ready for its place, whether a condition holds, or the rows
 * for which a part repeats.
 */
type Slot<Row> = (row: Row) => string | boolean | readonly Row[];

/** A node of Mustache's own tree: text, a value, a section; a key is a slot's number. */
type MustacheNode =
  | [kind: "text" | "&", textOrKey: string]
  | [kind: "#", key: string, 0, 0, MustacheNode[]];

/**
 * Our lookup: a key is a slot's number, never a path, so a name with dots or `__proto__` is a name
 * like any other.
 */
class SlotContext<Row> extends Mustache.Context {
  readonly #slots: readonly Slot<Row>[];
  readonly #row: Row;

  constructor(slots: readonly Slot<Row>[], row: Row) {
    super(null);
    this.#slots = slots;
    this.#row = row;
  }

  override lookup(key: string): string | boolean | readonly Row[] {
    return this.#slots[Number(key)]?.(this.#row) ?? "";
  }

  /** Mustache calls it for each item of a list. */
  override push(row: Row): SlotContext<Row> {
    return new SlotContext(this.#slots, row);
  }
}

const writer = new Mustache.Writer();

/**
 * Builds a Mustache tree from the tokens of our grammar, for Mustache to render: parsed once,
 * rendered for each row. We don't use Mustache's parser, because it throws at meaningless braces,
 * which must stay as they are.
 */
export class MustacheTree<Row> {
  readonly #slots: Slot<Row>[] = [];
  readonly #root: MustacheNode[] = [];
  readonly #open: MustacheNode[][] = [this.#root];

  /** Adds text that is the same in every email. */
  text(text: string): void {
    if (text !== "") this.#add(["text", text]);
  }

  /** Adds a value; the slot escapes it. */
  value(slot: Slot<Row>): void {
    this.#add(["&", this.#key(slot)]);
  }

  /** Begins a part that stays if the slot's answer is true, or repeats for each of its rows. */
  open(slot: Slot<Row>): void {
    const children: MustacheNode[] = [];
    this.#add(["#", this.#key(slot), 0, 0, children]);
    this.#open.push(children);
  }

  /** Ends the part begun last. */
  close(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  render(row: Row): string {
    // Mustache's types have only flat tokens; its renderer takes the nested ones that its own
    // parser makes.
    const tokens = this.#root as unknown as string[][];
    return writer.renderTokens(tokens, new SlotContext(this.#slots, row));
  }

  #add(node: MustacheNode): void {
    this.#open.at(-1)?.push(node);
  }

  #key(slot: Slot<Row>): string {
    this.#slots.push(slot);
    return String(this.#slots.length - 1);
  }
}
