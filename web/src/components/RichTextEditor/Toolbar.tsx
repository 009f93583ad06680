import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  CodeXml,
  Ellipsis,
  Image,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  Strikethrough,
  Subscript,
  Superscript,
  TextQuote,
  Underline,
} from "lucide-react";
import { type KeyboardEvent, memo, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsTurned } from "../useIsPhone.ts";
import type { BodyEditor } from "./createBodyEditor.ts";
import type { EditorFormats } from "./formats.ts";
import styles from "./Toolbar.module.css";
import { TABLE_EDITS } from "./tableEdits.ts";
import { CELL_LINE } from "./tableHtml.ts";

/** A button of the toolbar. */
interface Tool {
  /** The format's name. */
  name: string;
  /** Its value. */
  value: unknown;
  word: string;
  Icon: LucideIcon;
  keys?: string;
  /** Whether it can be on. */
  isSwitch: boolean;
}

const HEADINGS = [
  { value: "", word: "Normal" },
  { value: "1", word: "Heading 1" },
  { value: "2", word: "Heading 2" },
  { value: "3", word: "Heading 3" },
] as const;

const tool = (
  name: string,
  value: unknown,
  word: string,
  Icon: LucideIcon,
  keys?: string,
): Tool => ({
  name,
  value,
  word,
  Icon,
  isSwitch: !["indent", "clean", "picture"].includes(name),
  ...(keys === undefined ? {} : { keys }),
});

/** The common formats, always visible. */
const FIRST_TOOLS: readonly (readonly Tool[])[] = [
  [
    tool("bold", true, "Bold", Bold, "Ctrl+B"),
    tool("italic", true, "Italic", Italic, "Ctrl+I"),
    tool("underline", true, "Underline", Underline, "Ctrl+U"),
    tool("link", null, "Link", Link, "Ctrl+K"),
    tool("picture", null, "Picture", Image),
  ],
  [
    tool("list", "ordered", "Ordered list", ListOrdered),
    tool("list", "bullet", "Bullet list", List),
  ],
];

/** The others: behind one button if the lines are too narrow for all. */
const MORE_TOOLS: readonly (readonly Tool[])[] = [
  [
    tool("strike", true, "Strike", Strikethrough),
    tool("script", "sub", "Subscript", Subscript),
    tool("script", "super", "Superscript", Superscript),
  ],
  [
    tool("indent", "-1", "Decrease indent", IndentDecrease, "Ctrl+["),
    tool("indent", "+1", "Increase indent", IndentIncrease, "Ctrl+]"),
  ],
  [
    tool("align", false, "Align left", AlignLeft),
    tool("align", "center", "Align center", AlignCenter),
    tool("align", "right", "Align right", AlignRight),
    tool("align", "justify", "Justify", AlignJustify),
  ],
  [
    tool("blockquote", true, "Blockquote", TextQuote),
    tool("code-block", true, "Code block", CodeXml),
  ],
  [tool("clean", null, "Clear formatting", RemoveFormatting)],
];

const NOT_IN_CELLS = new Set(["header", "list", "blockquote", "code-block"]);

/** Whether all buttons of a toolbar fit into two lines; on a turned phone, which is low, into one. */
function useFits(bar: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(false);
  const lines = useIsTurned() ? 1 : 2;
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const groups = [...FIRST_TOOLS, ...MORE_TOOLS];
    const measure = () => {
      const headings = element.querySelector("select")?.offsetWidth ?? 0;
      const button = element.querySelector("button")?.offsetWidth ?? 0;
      const { columnGap, paddingInline } = getComputedStyle(element);
      const pixels = (length: string) => Number.parseFloat(length) || 0;
      const between = groups.length * pixels(columnGap) + 2 * pixels(paddingInline);
      const width = headings + groups.flat().length * button + between;
      // A group that doesn't fit into the first line leaves that much of it empty.
      const widest = Math.max(...groups.map((group) => group.length)) * button;
      setFits(lines * element.clientWidth > width + (lines - 1) * widest);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [bar, lines]);
  return fits;
}

/** Whether a button is on, given the formats at the cursor. */
function isOn({ name, value }: Tool, formats: EditorFormats): boolean {
  const set = formats[name];
  if (name === "link") return set !== undefined;
  if (value === false) return set === undefined;
  return value === true ? Boolean(set) : set === value;
}

interface Props {
  editor: BodyEditor | null;
  formats: EditorFormats;
  disabled: boolean;
  /** Asks for a link's address, beside this button. */
  onLink: (button: Element) => void;
  /** Asks for a picture's file; absent where a body can't have pictures. */
  onPicture: (() => void) | undefined;
}

/**
 * The body's formats: all of them, or the common ones and the others behind one button where space
 * is limited. Arrow keys move between its buttons; Tab leaves it.
 */
export const Toolbar = memo(function Toolbar({
  editor,
  formats,
  disabled,
  onLink,
  onPicture,
}: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isByKeys, setByKeys] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const fits = useFits(bar);
  const hasMore = fits || isOpened;

  const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>("select, button") ?? [])];
  // The button that Tab leads to may have gone with the others.
  useLayoutEffect(() => {
    if (!hasMore) setCurrent((now) => Math.min(now, controls().length - 1));
  });
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = controls();
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? all.length - 1
          : by === undefined
            ? null
            : current + by;
    const next = to === null ? undefined : all[(to + all.length) % all.length];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const use = (tool: Tool, button: Element) => {
    if (tool.name === "clean") editor?.clean();
    else if (tool.name === "picture") onPicture?.();
    else if (tool.name === "link") onLink(button);
    else editor?.format(tool.name, isOn(tool, formats) ? false : tool.value);
  };
  let place = 0;
  const wiring = (name?: string) => {
    const own = place++;
    // A cell holds lines of text only.
    const isOff =
      disabled || !editor || (formats.cell !== undefined && NOT_IN_CELLS.has(name ?? ""));
    return { tabIndex: own === current ? 0 : -1, onFocus: () => setCurrent(own), disabled: isOff };
  };
  const buttonsOf = (group: readonly Tool[]) => (
    <div key={group[0]?.word} className={styles.group}>
      {group
        .filter(({ name }) => name !== "picture" || onPicture)
        .map((tool) => (
          <button
            key={tool.word}
            type="button"
            {...wiring(tool.name)}
            className={styles.button}
            // The title repeats the name: screen readers should hear only the rest.
            {...(tool.keys ? { "aria-label": tool.word, "aria-description": tool.keys } : {})}
            title={tool.keys ? `${tool.word} (${tool.keys})` : tool.word}
            {...(tool.isSwitch ? { "aria-pressed": isOn(tool, formats) } : {})}
            // The selection stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => use(tool, event.currentTarget)}
          >
            <tool.Icon size={16} aria-hidden />
          </button>
        ))}
    </div>
  );

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      className={styles.bar}
      data-open={hasMore}
      onKeyDown={move}
      tabIndex={-1}
    >
      <select
        {...wiring("header")}
        className={styles.select}
        aria-label="Heading"
        value={String(formats.header ?? "")}
        onPointerDown={() => setByKeys(false)}
        onKeyDown={() => setByKeys(true)}
        onChange={({ target }) => {
          editor?.format("header", Number(target.value) || false);
          // Arrow keys choose one option after another: the focus stays here until the person moves
          // it.
          if (isByKeys) target.focus();
        }}
      >
        {HEADINGS.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      {FIRST_TOOLS.map(buttonsOf)}
      {!fits && (
        <button
          type="button"
          {...wiring()}
          className={`${styles.button} ${styles.more}`}
          title="More formatting"
          aria-expanded={isOpened}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            flushSync(() => setOpened(!isOpened));
            bar.current?.scrollIntoView({ block: "nearest" });
          }}
        >
          <Ellipsis size={17} aria-hidden />
        </button>
      )}
      {hasMore && MORE_TOOLS.map(buttonsOf)}
    </div>
  );
});

/**
 * The buttons for the table at the cursor, right behind the text: Tab from the last cell leads
 * here, as Alt+F10 does.
 */
export function TableBar({
  editor,
  focusKeyOf,
}: {
  editor: BodyEditor | null;
  focusKeyOf: RefObject<HTMLElement | null>;
}) {
  const bar = useRef<HTMLFieldSetElement>(null);
  // Before anyone can use the key that the bar offers.
  useLayoutEffect(() => {
    const text = focusKeyOf.current;
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "F10" || !event.altKey) return;
      event.preventDefault();
      bar.current?.querySelector("button")?.focus();
    };
    text?.addEventListener("keydown", press);
    // The bar covers the bottom of the text, perhaps the line with the cursor.
    document
      .getSelection()
      ?.anchorNode?.parentElement?.closest(`.${CELL_LINE}`)
      ?.scrollIntoView({ block: "nearest" });
    return () => text?.removeEventListener("keydown", press);
  }, [focusKeyOf]);
  return (
    <fieldset ref={bar} className={styles.table}>
      <legend className="unseen">Table</legend>
      {TABLE_EDITS.map((edit) => (
        <button
          key={edit}
          type="button"
          className={styles.quiet}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor?.editTable(edit)}
        >
          {edit}
        </button>
      ))}
    </fieldset>
  );
}
