import TextField from "@mui/material/TextField";
import { COPY_WORDS, readAddresses } from "@sendwright/core/recipients/copies";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { useLeft } from "../../lib/useLeft.ts";

const problemOf = (text: string) => readAddresses(text, COPY_WORDS.replyTo).problem;

/** The typed addresses as a change of the settings; none if they can't be saved. */
export function repliesEdit(text: string | undefined): { reply_to?: string } {
  return text === undefined || problemOf(text) !== null ? {} : { reply_to: text.trim() };
}

interface Props {
  text: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  /** Called with the addresses that are probably meant, if someone chooses them. */
  onUse: (text: string) => void;
}

/** Where replies go unless a template or a send says otherwise. */
export function RepliesField({ text, onChange, onLeave, onUse }: Props) {
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
