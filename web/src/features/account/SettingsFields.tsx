import TextField from "@mui/material/TextField";
import { signatureProblem } from "@sendwright/core/body/length";
import type { HoursOfDay } from "@sendwright/core/contract";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { COPY_WORDS, readAddresses } from "@sendwright/core/recipients/copies";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { Button } from "../../components/Button.tsx";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";
import { SelectField } from "../../components/SelectField.tsx";
import { useLeft } from "../../lib/useLeft.ts";
import { clockTime } from "../../lib/when.ts";
import styles from "./Settings.module.css";

interface HoursProps {
  hours: HoursOfDay;
  /** `timeZone`: the time zone of these hours. */
  onChange: (hours: HoursOfDay, timeZone: string | undefined) => void;
}

/** A whole hour from 0 to 24 on the reader's kind of clock. */
function hourWord(hour: number): string {
  return hour === 24 ? "midnight" : clockTime(new Date(2026, 0, 5, hour).toISOString());
}

function hoursBetween(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return { value: String(hour), word: hourWord(hour) };
  });
}

/**
 * Chooses the hours in which a send resumes after the daily limit paused it. Offers only hours that
 * we can keep.
 */
export function HoursField({ hours, onChange }: HoursProps) {
  const zone = ownTimeZone();
  const { from, to } = hours;
  return (
    <fieldset className={`bare stack ${styles.hours}`}>
      <legend>Resume paused sends between</legend>
      <div className={styles.fromTo}>
        <SelectField
          id="hours-from"
          label="From"
          value={String(from)}
          options={hoursBetween(0, to - 1)}
          onChange={(hour) => hour !== null && onChange({ from: Number(hour), to }, zone)}
        />
        <SelectField
          id="hours-to"
          label="To"
          value={String(to)}
          options={hoursBetween(from + 1, 24)}
          onChange={(hour) => hour !== null && onChange({ from, to: Number(hour) }, zone)}
        />
      </div>
      <p className="hint">
        In your time zone{zone === undefined ? "" : `, ${zone.replaceAll("_", " ")}`}. This applies
        to sends paused by the daily limit. Sends that you start or schedule go out at any hour. A
        change doesn't affect sends in progress.
      </p>
    </fieldset>
  );
}

const problemOf = (text: string) => readAddresses(text, COPY_WORDS.replyTo).problem;

/** The typed addresses as a change of the settings; none if they can't be saved. */
export function repliesEdit(text: string | undefined): { reply_to?: string } {
  return text === undefined || problemOf(text) !== null ? {} : { reply_to: text.trim() };
}

interface RepliesProps {
  text: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  /** Called with the addresses that are probably meant, if someone chooses them. */
  onUse: (text: string) => void;
}

/** Where replies go unless a template or a send says otherwise. */
export function RepliesField({ text, onChange, onLeave, onUse }: RepliesProps) {
  const { isLeft, handlers } = useLeft(text);
  const problem = isLeft ? problemOf(text) : null;
  return (
    <AddressQuestion text={text} onUse={onUse}>
      <TextField
        fullWidth
        label={COPY_WORDS.replyTo}
        value={text}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onFocus={handlers.onFocus}
        onBlur={(event) => {
          handlers.onBlur(event);
          onLeave();
        }}
        error={problem !== null}
        helperText={
          problem ??
          "Replies go to this address. Leave it blank to use your Gmail address. A template can override it."
        }
      />
    </AddressQuestion>
  );
}

interface SignatureProps {
  text: string;
  isEdited: boolean;
  onChange: (signature: string) => void;
  onSave: () => void;
}

/** The text below every email. */
export function SignatureField({ text, isEdited, onChange, onSave }: SignatureProps) {
  const isPasting = usePasting();
  const problem = signatureProblem(text);
  return (
    <div className="stack gap-8">
      <RichTextEditor
        label="Signature"
        isLiteral
        value={text}
        onChange={onChange}
        error={problem ?? undefined}
        notes={
          <span className="hint">
            We add it below every email, unless its template says otherwise.
          </span>
        }
      />
      <div>
        <Button size="small" disabled={!isEdited || problem !== null || isPasting} onClick={onSave}>
          Save signature
        </Button>
      </div>
    </div>
  );
}
