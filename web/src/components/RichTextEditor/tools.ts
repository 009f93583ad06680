import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  CodeXml,
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
import type { EditorFormats } from "./createBodyEditor.ts";

/** A button of the toolbar. */
export interface Tool {
  /** The format's name. */
  name: string;
  /** What it is set to. */
  value: unknown;
  word: string;
  Icon: LucideIcon;
  keys?: string;
  /** Whether it can be on. */
  isSwitch: boolean;
}

export const HEADINGS = [
  { value: "", word: "Normal" },
  { value: "1", word: "Heading 1" },
  { value: "2", word: "Heading 2" },
  { value: "3", word: "Heading 3" },
] as const;

const tool = (name: string, value: unknown, word: string, Icon: LucideIcon, keys?: string): Tool => ({
  name,
  value,
  word,
  Icon,
  isSwitch: name !== "indent" && name !== "clean",
  ...(keys === undefined ? {} : { keys }),
});

/** The common formats, always visible. */
export const FIRST_TOOLS: readonly (readonly Tool[])[] = [
  [
    tool("bold", true, "Bold", Bold, "Ctrl+B"),
    tool("italic", true, "Italic", Italic, "Ctrl+I"),
    tool("underline", true, "Underline", Underline, "Ctrl+U"),
    tool("link", null, "Link", Link),
  ],
  [tool("list", "ordered", "Ordered list", ListOrdered), tool("list", "bullet", "Bullet list", List)],
];

/** All the others, one click further. */
export const MORE_TOOLS: readonly (readonly Tool[])[] = [
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
  [tool("blockquote", true, "Blockquote", TextQuote), tool("code-block", true, "Code block", CodeXml)],
  [tool("clean", null, "Clear formatting", RemoveFormatting)],
];

/** Whether a button is on, given the formats at the cursor. */
export function isOn({ name, value }: Tool, formats: EditorFormats): boolean {
  const set = formats[name];
  if (name === "link") return set !== undefined;
  if (value === false) return set === undefined;
  return value === true ? Boolean(set) : set === value;
}
