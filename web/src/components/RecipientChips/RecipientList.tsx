import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { isSuppressed, type Suppressed } from "@sendwright/core/list/suppressed";
import { formatRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { MailX, TriangleAlert, X } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { afterPress } from "../../lib/afterPress.ts";
import { isComposing } from "../../lib/isComposing.ts";
import { useEndOfPage } from "../../lib/useEndOfPage.ts";
import styles from "./RecipientChips.module.css";

interface Props {
  recipients: readonly RecipientText[];
  disabled: boolean;
  suppressed: Suppressed;
  onCorrect: (index: number, text: string) => void;
  onRemove: (index: number) => void;
  /** The focus goes past the last chip. */
  onLeave: () => void;
}

/**
 * The chips: one stop of the Tab key, arrows between them, Enter to edit one in its place, Delete
 * to take it out.
 */
export function RecipientList(props: Props) {
  const { recipients, disabled, suppressed, onCorrect, onRemove, onLeave } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  /**
   * The chip that is being edited, and the room it had: an editor that starts wider could move the
   * page.
   */
  const [edited, setEdited] = useState<{ index: number; room: CSSProperties } | null>(null);
  const [current, setCurrent] = useState(0);
  /** Where the focus goes once the list has been drawn again. */
  const wanted = useRef<number | null>(null);
  const last = recipients.length - 1;

  const focus = (index: number) => {
    const chip = list.current?.querySelectorAll<HTMLElement>("[data-chip]")[index];
    if (chip) chip.focus();
    else onLeave();
  };
  useEffect(() => {
    if (wanted.current === null || edited !== null) return;
    const index = wanted.current;
    wanted.current = null;
    focus(index);
  });

  const remove = (index: number, next: number) => {
    wanted.current = Math.max(0, next);
    onRemove(index);
  };
  const edit = (index: number) => {
    const width = list.current?.children[index]?.getBoundingClientRect().width ?? 0;
    setEdited({ index, room: { flex: `1 1 ${width}px` } });
  };
  const press = (event: KeyboardEvent, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const target = { arrowleft: Math.max(0, index - 1), arrowright: index + 1, home: 0, end: last }[
      key.toLowerCase()
    ];
    if (target !== undefined) focus(target);
    else if (key === "F2") edit(index);
    else if (key === "Delete") remove(index, index);
    else if (key === "Backspace") remove(index, index - 1);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <ul ref={list} className={styles.chips} aria-label="Recipients added">
        {recipients.map((recipient, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a chip is its place; two of them may hold the same wrong text.
            key={index}
            className={styles.item}
            style={edited?.index === index ? edited.room : undefined}
          >
            {edited?.index === index ? (
              <ChipEditor
                text={
                  recipient.address === null
                    ? recipient.text
                    : formatRecipient({ ...recipient, address: recipient.address })
                }
                onDone={(text, isByKey) => {
                  if (isByKey) wanted.current = recipients.length;
                  if (text !== null) onCorrect(index, text);
                  // The click that follows may edit another chip.
                  afterPress(() => setEdited((now) => (now?.index === index ? null : now)));
                }}
              />
            ) : (
              <RecipientChip
                recipient={recipient}
                disabled={disabled}
                isOut={isSuppressed(recipient.address, suppressed)}
                isStop={index === Math.min(current, last)}
                describedBy={`${id}-keys`}
                onFocus={() => setCurrent(index)}
                onKeyDown={(event) => press(event, index)}
                onEdit={() => edit(index)}
                onRemove={() => remove(index, recipients.length)}
              />
            )}
          </li>
        ))}
      </ul>
      <span id={`${id}-keys`} className="unseen">
        Press Enter to edit, Delete to remove.
      </span>
    </>
  );
}

interface ChipEditorProps {
  text: string;
  /**
   * Called once, with the text, or null to change nothing; `isByKey` tells a key from a click
   * elsewhere.
   */
  onDone: (text: string | null, isByKey: boolean) => void;
}

/**
 * A chip that is being written anew: Enter, Tab or leaving takes the text, Escape leaves it as it
 * was.
 */
function ChipEditor({ text, onDone }: ChipEditorProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const finish = (result: string | null, isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result, isByKey);
  };
  useEndOfPage(() => finish(value, false));
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") finish(null, true);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) finish(value, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={styles.editor}
      type="text"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-label={`Edit ${text}`}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={press}
      onBlur={() => finish(value, false)}
    />
  );
}

interface RecipientChipProps {
  recipient: RecipientText;
  disabled: boolean;
  /** Whether you don't email them. */
  isOut: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  describedBy: string;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** One person: the name if there is one, and the address; marked if the address is invalid. */
function RecipientChip(props: RecipientChipProps) {
  const { recipient, disabled, isOut, isStop, describedBy, onFocus, onKeyDown, onEdit, onRemove } =
    props;
  const { address, name, text } = recipient;
  const isInvalid = address === null;
  return (
    <span className={styles.chip} data-invalid={isInvalid} data-out={isOut}>
      <button
        type="button"
        data-chip
        className={styles.who}
        title={isInvalid ? "Not an email address. Click to fix it." : isOut ? NOT_EMAILED : text}
        tabIndex={isStop ? 0 : -1}
        disabled={disabled}
        aria-describedby={describedBy}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onEdit}
      >
        {isInvalid && <TriangleAlert size={14} aria-hidden />}
        {isInvalid && <span className="unseen">Not an email address: </span>}
        {isOut && <MailX size={14} aria-hidden />}
        {isOut && <span className="unseen">Gets no email: </span>}
        {name !== "" && <span className="cut">{name}</span>}
        <span className={name === "" ? "cut" : "cut soft"}>{address ?? text}</span>
      </button>
      <button
        type="button"
        className={styles.remove}
        tabIndex={-1}
        disabled={disabled}
        aria-label={`Remove ${address ?? text}`}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}
