import type { Suppressed } from "@sendwright/core/list/suppressed";
import { parseRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "../../lib/isComposing.ts";
import { pastedLines } from "../../lib/linkedPeople.ts";
import { useAfterPress } from "../../lib/useAfterPress.ts";
import { AddressFaults } from "../AddressFaults.tsx";
import { Button } from "../Button.tsx";
import { Notice } from "../ErrorNotice.tsx";
import field from "../field.module.css";
import { isolated } from "../isolated.tsx";
import styles from "./RecipientChips.module.css";
import { RecipientList } from "./RecipientList.tsx";
import { addPasted, addTyped, correct, type RecipientChange } from "./recipientChanges.ts";

/** A pasted table, of which the field took only names and addresses. */
export interface CutTable {
  text: string;
  /** The `addressKey`s of everyone in it. */
  people: ReadonlySet<string>;
}

interface Props {
  label: string;
  recipients: readonly RecipientText[];
  /** The text that isn't a chip yet. */
  typed: string;
  limit: number;
  onChange: (recipients: readonly RecipientText[]) => void;
  onTyped: (text: string) => void;
  /** Errors found by a check, shown with the field's own messages. */
  errors?: readonly string[];
  /** Whether the form announces those errors. */
  isAnnounced?: boolean;
  disabled?: boolean;
  /** The `addressKey`s of people who get no email; their chips are marked. */
  suppressed?: Suppressed;
  /** Takes a whole table to where its other columns count, too. */
  onTable?: (table: CutTable) => void;
}

const SEPARATOR = /[\s,;]/;
/**
 * The beginning of `"Good, Ann" <ann@…>` or `<ann@…>`: what separates outside does not separate in
 * there.
 */
const UNFINISHED_ADDRESS = /^"(?!.*"@)[^>]*$|<[^>]*$/;
/**
 * Words without an @ and a space after them: the beginning of `Ann Good <ann@…>`. Enter, Tab and
 * comma still end them.
 */
const NAME = /^[^@,;<>"]*$/;
const NOTHING_SAID = { errors: [], ignored: [], leftOut: [] };
const LAST_PIECE = /[^\s,;]*$/;

/**
 * A list of people as chips, for the keyboard, the mouse and screen readers. Enter, Tab, comma or
 * space adds the typed text, Backspace in an empty field removes the last chip, a paste adds all
 * its addresses (rule: typing).
 */
export function RecipientChips(props: Props) {
  const {
    label,
    recipients,
    typed,
    limit,
    onChange,
    onTyped,
    errors = [],
    isAnnounced = false,
    disabled = false,
    suppressed,
    onTable,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] =
    useState<Pick<RecipientChange, "errors" | "ignored" | "leftOut">>(NOTHING_SAID);
  const [success, setSuccess] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [table, setTable] = useState<CutTable | null>(null);

  useEffect(() => {
    if (success === null) return;
    const timer = setTimeout(() => setSuccess(null), 2000);
    return () => clearTimeout(timer);
  }, [success]);

  const now = peopleOf(recipients);
  const [seen, setSeen] = useState(now);
  const [own, setOwn] = useState<string | null>(null);
  if (now !== seen) {
    setSeen(now);
    // After a send, an Undo or another template, the messages are about people who are gone.
    if (now !== own) {
      setOwn(null);
      setSaid(NOTHING_SAID);
      setSuccess(null);
      setAnnouncement("");
      setTable(null);
    }
  }

  const apply = (change: RecipientChange) => {
    setSaid(change);
    setSuccess(change.success);
    if (change.recipients !== recipients) {
      setAnnouncement(announcementOf(recipients, change.recipients));
      setOwn(peopleOf(change.recipients));
      onChange(change.recipients);
    }
  };
  const commit = (text: string) => {
    const change = addTyped(recipients, text, limit);
    apply(change);
    onTyped(change.rest);
  };
  const type = (text: string) => {
    if (text.trim() === "") onTyped("");
    else if (
      SEPARATOR.test(text) &&
      !UNFINISHED_ADDRESS.test(text) &&
      !NAME.test(text.replace(LAST_PIECE, ""))
    )
      commit(text);
    else {
      setSaid(NOTHING_SAID);
      onTyped(text);
    }
  };
  const remove = (index: number) =>
    apply({ recipients: recipients.toSpliced(index, 1), ...NOTHING_SAID, success: null });

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    const isEmpty = typed === "";
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && !isEmpty)) {
      event.preventDefault();
      if (!isEmpty) commit(typed);
    } else if (event.key === "Backspace" && isEmpty && recipients.length > 0) {
      event.preventDefault();
      remove(recipients.length - 1);
    } else if (event.key === "ArrowLeft" && isEmpty) {
      const chips = document.querySelectorAll<HTMLElement>(`[data-chips="${id}"] [data-chip]`);
      chips[chips.length - 1]?.focus();
    }
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = pastedLines(event.clipboardData);
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isReplaced = selectionStart === 0 && selectionEnd === typed.length;
    const isPart = !isReplaced && !SEPARATOR.test(text.trim()) && parseRecipient(text) === null;
    // Half an address goes into the other half.
    if (text.trim() === "" || isPart) return;
    event.preventDefault();
    if (isReplaced) onTyped("");
    const change = addPasted(recipients, text, limit);
    apply(change);
    const { isTableCut, people } = change;
    setTable(isTableCut ? { text, people } : null);
  };

  const faults = [
    ...recipients.map((piece, index) => ({
      ...piece,
      onUse: (text: string) => apply(correct(recipients, index, text, limit)),
    })),
    ...(recipients.length < limit ? said.ignored : []).map((piece) => ({
      ...piece,
      onUse: (text: string) => {
        const change = addTyped(recipients, text, limit);
        apply({ ...change, ignored: said.ignored.filter((one) => one !== piece) });
      },
    })),
  ].filter(({ address }) => address === null);
  const counts = countsOf(recipients);
  const refusals = errors.filter((error) => !said.errors.includes(error));
  // Leaving a chip's editor takes its text at once; what there is to say about it must not move
  // what is being pressed.
  const below = useAfterPress({ refusals, faults, said, success, table });
  const { table: cut } = below;
  const isStuck = said.errors.length > 0 && typed !== "";
  const isInvalid = isStuck || errors.length > 0 || counts.invalid > 0;
  return (
    <div>
      <div className={styles.above}>
        <label htmlFor={id} className={field.label}>
          {label}
        </label>
        <span className="hint tabular">
          {counts.valid} of {limit}
          {counts.invalid > 0 && ` · ${counts.invalid} invalid`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the field inside is the control. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        className={`${field.box} ${styles.box}`}
        data-chips={id}
        data-invalid={isInvalid}
        data-disabled={disabled}
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <RecipientList
          recipients={recipients}
          disabled={disabled}
          suppressed={suppressed}
          onCorrect={(index, text) => apply(correct(recipients, index, text, limit))}
          onRemove={remove}
          onLeave={() => input.current?.focus()}
        />
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={typed}
          disabled={disabled}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint ${id}-errors`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
        />
      </div>
      <RecipientMessages
        id={id}
        fullAt={recipients.length < limit ? null : limit}
        errors={below.said.errors}
        refusals={below.refusals}
        isAnnounced={isAnnounced}
        ignored={below.said.ignored}
        success={below.success}
      />
      <AddressFaults faults={below.faults} said={below.said.errors} disabled={disabled} />
      {below.said.leftOut.map((sentence) => (
        <p key={sentence} className={`hint ${field.notes} breaks`}>
          {isolated(sentence)}
        </p>
      ))}
      {onTable && cut && (
        <div className={styles.table}>
          <Notice
            action={
              <Button size="small" disabled={disabled} onClick={() => onTable(cut)}>
                Use this table in Bulk Send
              </Button>
            }
          >
            Bulk Send can use the whole table, with all of its columns.
          </Notice>
        </div>
      )}
      <p className="unseen" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

/** The recipients as one text: two lists with the same text have the same people. */
function peopleOf(recipients: readonly RecipientText[]): string {
  return recipients.map(({ address, text }) => address ?? text).join("\n");
}

/** How many recipients can get an email, and how many have an invalid address. */
function countsOf(recipients: readonly RecipientText[]) {
  const valid = recipients.filter(({ address }) => address !== null).length;
  return { valid, invalid: recipients.length - valid };
}

/** The announcement of a change: who was added or removed, and how many there are now. */
function announcementOf(before: readonly RecipientText[], after: readonly RecipientText[]): string {
  // The alert says it of a text that isn't an address.
  const came = after
    .filter((recipient) => recipient.address !== null && !before.includes(recipient))
    .map(({ text }) => text);
  const went = before.filter((recipient) => !after.includes(recipient)).map(({ text }) => text);
  const { valid, invalid } = countsOf(after);
  const parts = [
    came.length > 0 ? `Added ${came.join(", ")}.` : "",
    went.length > 0 ? `Removed ${went.join(", ")}.` : "",
    `${valid} ${valid === 1 ? "recipient" : "recipients"}${invalid > 0 ? `, ${invalid} invalid` : ""}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

interface RecipientMessagesProps {
  /** The field's id; the messages are tied to it. */
  id: string;
  /** The limit, if there is no room for more recipients. */
  fullAt: number | null;
  errors: readonly string[];
  /** The errors of the form. */
  refusals: readonly string[];
  /** Whether the form announces them. */
  isAnnounced: boolean;
  ignored: readonly RecipientText[];
  success: string | null;
}

/** The messages below the field: hint, errors and successes. */
function RecipientMessages({
  id,
  fullAt,
  errors,
  refusals,
  isAnnounced,
  ignored,
  success,
}: RecipientMessagesProps) {
  return (
    <>
      <p id={`${id}-hint`} className={`hint ${field.notes}`}>
        {fullAt === null
          ? "Press Enter, Tab, comma or space to add an address, or paste a list."
          : `You can add up to ${fullAt} recipients here. For more, use Bulk Send.`}{" "}
        Each person gets a separate email.
      </p>
      <div id={`${id}-errors`}>
        <div role="alert" className={field.error}>
          {(isAnnounced ? errors : [...errors, ...refusals]).map((error) => (
            <p key={error}>{error}</p>
          ))}
          {ignored.length > 0 && (
            <p className="hint">Not added: {ignored.map(({ text }) => text).join(", ")}</p>
          )}
        </div>
        {isAnnounced &&
          refusals.map((error) => (
            <p key={error} className={field.error}>
              {error}
            </p>
          ))}
      </div>
      {/* Who came, and how many there are now, is announced for every change. */}
      <p className={`${field.notes} ${styles.success}`}>{success}</p>
    </>
  );
}
