import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import type { BodyEditor, EditorFormats } from "./createBodyEditor.ts";
import { LinkPopover } from "./LinkPopover.tsx";
import styles from "./Toolbar.module.css";
import { FIRST_TOOLS, HEADINGS, isOn, MORE_TOOLS, type Tool } from "./tools.ts";

interface Props {
  editor: BodyEditor | null;
  formats: EditorFormats;
  disabled: boolean;
}

/**
 * The body's formats: the common ones, and the others behind one button. Arrow keys move between its buttons; Tab
 * leaves it.
 */
export const Toolbar = memo(function Toolbar({ editor, formats, disabled }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isByKeys, setByKeys] = useState(false);
  const [linkAt, setLinkAt] = useState<Element | null>(null);
  const [hasMore, setMore] = useState(false);

  const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>("select, button") ?? [])];
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = controls();
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : by === undefined ? null : current + by;
    const next = to === null ? undefined : all[(to + all.length) % all.length];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const use = (tool: Tool, button: Element) => {
    if (tool.name === "clean") editor?.clean();
    else if (tool.name === "link") setLinkAt(button);
    else editor?.format(tool.name, isOn(tool, formats) ? false : tool.value);
  };
  let place = 0;
  const wiring = () => {
    const own = place++;
    return { tabIndex: own === current ? 0 : -1, onFocus: () => setCurrent(own), disabled: disabled || !editor };
  };
  const buttonsOf = (group: readonly Tool[]) => (
    <div key={group[0]?.word} className={styles.group}>
      {group.map((tool) => (
        <button
          key={tool.word}
          type="button"
          {...wiring()}
          className={styles.button}
          // The title says the name again: only what it has besides is to be heard.
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
    <div ref={bar} role="toolbar" aria-label="Formatting" className={styles.bar} onKeyDown={move} tabIndex={-1}>
      <select
        {...wiring()}
        className={styles.select}
        aria-label="Heading"
        value={String(formats.header ?? "")}
        onPointerDown={() => setByKeys(false)}
        onKeyDown={() => setByKeys(true)}
        onChange={({ target }) => {
          editor?.format("header", Number(target.value) || false);
          // Arrow keys choose one option after another: the focus stays here until the person moves it.
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
      <button
        type="button"
        {...wiring()}
        className={styles.button}
        title="More formatting"
        aria-expanded={hasMore}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setMore(!hasMore)}
      >
        <Ellipsis size={17} aria-hidden />
      </button>
      {hasMore && MORE_TOOLS.map(buttonsOf)}
      <LinkPopover anchor={linkAt} editor={editor} href={formats.link} onClose={() => setLinkAt(null)} />
    </div>
  );
});
