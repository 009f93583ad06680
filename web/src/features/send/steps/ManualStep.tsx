import { type Limits, limitExceeded, NO_VALID_ADDRESS } from "@sendwright/core/contract";
import { manualAttachmentProblems } from "@sendwright/core/files/fileMessages";
import { cellText, type List } from "@sendwright/core/list/list";
import { valueFor } from "@sendwright/core/list/ownValues";
import { addressTexts } from "@sendwright/core/list/read";
import type { Suppressed } from "@sendwright/core/list/suppressed";
import { pluralize } from "@sendwright/core/pluralize";
import { leftOutSentence, repairedRecipient } from "@sendwright/core/recipients/faults";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { leftOutLines, pastedText } from "@sendwright/core/recipients/pasted";
import { parseRecipient, recipientKey } from "@sendwright/core/recipients/recipients";
import { type ClipboardEvent, memo, useMemo, useRef, useState } from "react";
import { AddressFaults } from "../../../components/AddressFaults.tsx";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { TextArea } from "../../../components/TextArea.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { useLimits } from "../../../data/configQuery.ts";
import { pastedLines } from "../../../lib/linkedPeople.ts";
import { rememberSticky } from "../../../lib/remembered.ts";
import { useLeft } from "../../../lib/useLeft.ts";
import type { SendErrors } from "../../../sending/errors.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { LIST } from "../check/goToCheck.ts";
import { SuppressedPeople } from "../check/Suppressed.tsx";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { NameInAddress } from "../values/Values.tsx";
import { Corrections } from "./ListOfPeople.tsx";
import styles from "./steps.module.css";

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  mail: Email | null;
  list: List | null;
}

interface ValuesProps extends Props {
  /** Placeholder → its value's error. */
  errors: ReadonlyMap<string, string>;
}

/** A field for each placeholder, with the value that everyone gets. */
export function SharedValues({ form, change, mail, list, errors }: ValuesProps) {
  const { uid } = useAccount();
  if (mail === null || mail.variables.length === 0) return null;
  return (
    <div className="tiles">
      {mail.variables.map((variable) => {
        const { name, type } = variable;
        const value = valueFor(form.values, name);
        const set = (next: string, isUnfinished: boolean) => {
          if (type === "sticky") rememberSticky(uid, name, next);
          change({ type: "value", variable: name, value: next, isUnfinished });
        };
        return (
          <div key={`${mail.name} ${type} ${name}`}>
            <VariableField
              variable={variable}
              value={value}
              formats={mail}
              error={errors.get(name)}
              onChange={set}
            />
            <NameInAddress
              list={list}
              name={name}
              value={value}
              onUse={(known) => set(known, false)}
            />
          </div>
        );
      })}
    </div>
  );
}

/** How many invalid addresses it names. */
const MAX_SHOWN = 10;

/** Step 2 with addresses: the recipients, one value for each placeholder, and attachments. */
export const ManualStep = memo(function ManualStep({
  form,
  change,
  mail,
  list,
  suppressed,
  errors,
  left,
}: Props & { suppressed: Suppressed; errors: SendErrors; left: SendErrors }) {
  const limits = useLimits();
  const field = useRef<HTMLDivElement>(null);
  const { text } = form.people.now;
  const { isLeft, handlers } = useLeft(text, errors.recipients.length > 0);
  // What is being typed is no mistake yet.
  const finished = isLeft ? list : withoutHalf(list, text);
  const { counter, problem, invalid } = listMessages(finished, limits, suppressed);
  const pictures = form.choice.kind === "compose" ? (mail?.pictures ?? []) : [];
  /** The lines left out of the paste that made the text. */
  const [lost, setLost] = useState<{ text: string; lines: readonly string[] } | null>(null);
  const leftOut = useMemo(
    () => [
      ...splitRecipients(text).flatMap((piece) => leftOutSentence(piece.text) ?? []),
      ...(lost?.text === text ? lost.lines : []),
    ],
    [text, lost],
  );
  /** As if typed, so that the browser can undo it: a person in each line. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const given = pastedLines(event.clipboardData);
    const { target } = event;
    const written = pastedText(given);
    const isPlain = written === event.clipboardData.getData("text/plain");
    if (!(target instanceof HTMLTextAreaElement) || isPlain) return;
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to, value } = target;
    const lead = /[^\s,;]$/.test(value.slice(0, from)) ? "\n" : "";
    const end = /^[^\s,;]/.test(value.slice(to)) ? "\n" : "";
    const addresses = lead + written + end;
    const after = value.slice(0, from) + addresses + value.slice(to);
    setLost({ text: after, lines: leftOutLines(given) });
    if (document.execCommand?.("insertText", false, addresses) === true) return;
    change({ type: "manualText", text: after });
  };
  // Words without an @ aren't people.
  const faults =
    list === null || finished === null || list.beyond > 0
      ? []
      : finished.rows.flatMap(({ id, cells }) => {
          const wrong = cellText(cells[0]);
          const isWord = !wrong.includes("@") && repairedRecipient(wrong) === null;
          if (isWord || parseRecipient(wrong) !== null) return [];
          const onUse = (repaired: string) => {
            const texts = addressTexts(list, [{ id, suggestion: repaired }]);
            if (texts !== null) change({ type: "manualText", text: texts.join("\n") });
          };
          return { text: wrong, onUse };
        });
  return (
    <StepCard
      title="Recipients"
      done={
        list !== null &&
        finished === list &&
        problem === null &&
        invalid.length === 0 &&
        left.values.length === 0 &&
        manualAttachmentProblems([...form.attachments, ...pictures], limits).length === 0
      }
    >
      <div className="stack gap-16">
        <Corrections people={form.people.now.corrections} />
        <div>
          <TextArea
            ref={field}
            id={LIST}
            label="Recipients"
            rows={4}
            maxRows={12}
            value={text}
            placeholder={"ann@example.org, Bo Li <bo@example.org>"}
            onChange={(event) => change({ type: "manualText", text: event.target.value })}
            onPaste={paste}
            {...handlers}
            error={problem !== null}
            helperText={
              <>
                <span aria-live="polite">{counter}</span>
                {problem && <span className={styles.wrong}>{problem}</span>}
              </>
            }
          />
          <SuppressedPeople
            people={
              list?.rows.flatMap(({ cells }) => parseRecipient(cellText(cells[0])) ?? []) ?? []
            }
            suppressed={suppressed}
            what="email"
          />
        </div>
        {problem === null && invalid.length > 0 && (
          <p className="soft">
            These won't get an email: {invalid.slice(0, MAX_SHOWN).join(", ")}
            {invalid.length > MAX_SHOWN && ` and ${invalid.length - MAX_SHOWN} more`}
          </p>
        )}
        <AddressFaults faults={faults.slice(0, MAX_SHOWN)} />
        {leftOut.slice(0, MAX_SHOWN).map((sentence) => (
          <p key={sentence} className="hint breaks">
            {sentence}
          </p>
        ))}
        {mail && mail.variables.length > 0 && (
          <fieldset className="bare stack">
            <legend className="soft">The same for all recipients</legend>
            <SharedValues
              form={form}
              change={change}
              mail={mail}
              list={list}
              errors={errors.fields}
            />
          </fieldset>
        )}
        <ExtraAttachments
          files={form.attachments}
          existing={pictures}
          limits={limits}
          onChange={(files) => change({ type: "attachments", files })}
        />
      </div>
    </StepCard>
  );
});

/** The list without its last text if it may be half an address. A text with a repair is whole. */
function withoutHalf(list: List | null, text: string): List | null {
  const last = list && cellText(list.rows.at(-1)?.cells[0]);
  const isHalf =
    last && !/[\s,;]$/.test(text) && !parseRecipient(last) && repairedRecipient(last) === null;
  return list && isHalf ? { ...list, rows: list.rows.slice(0, -1) } : list;
}

/** The messages about a list of addresses as you type it, for any email. */
interface ListMessages {
  /** "3 recipients of at most 100 · 1 invalid · 1 duplicate". */
  counter: string;
  /** The error of the whole list, in the fixed words (rule: words); null for none. */
  problem: string | null;
  /** The texts that aren't addresses. */
  invalid: string[];
}

export function listMessages(
  list: List | null,
  limits: Limits,
  suppressed?: Suppressed,
): ListMessages {
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  const texts = list?.rows.map(({ cells }) => cellText(cells[0])) ?? [];
  const total = texts.length + (list?.beyond ?? 0);
  const invalid = texts.filter((text) => parseRecipient(text) === null);
  const valid = texts.filter((text) => parseRecipient(text) !== null);
  const mailboxes = new Set(valid.map(recipientKey));
  const duplicates = valid.length - mailboxes.size;
  const out = [...mailboxes].filter((mailbox) => suppressed?.has(mailbox)).length;
  const reached = mailboxes.size - out;
  const parts = [`${pluralize(total, "recipient")} of at most ${limit}`];
  if (invalid.length > 0) parts.push(`${invalid.length} invalid`);
  if (duplicates > 0) parts.push(pluralize(duplicates, "duplicate"));
  if (reached > 0 && reached < total) parts.push(`${reached} will get the email`);
  const isNobody = texts.length > 0 && valid.length === 0;
  const problem = total > limit ? limitExceeded(limit) : isNobody ? NO_VALID_ADDRESS : null;
  return { counter: parts.join(" · "), problem, invalid };
}
