import TextField from "@mui/material/TextField";
import { type List, NO_COLUMN_YET } from "@sendwright/core/list/list";
import { copyColumn } from "@sendwright/core/list/mapping";
import { copiesBefore } from "@sendwright/core/list/read";
import type { Suppressed } from "@sendwright/core/list/suppressed";
import {
  COPY_FIELDS,
  COPY_WORDS,
  type CopyField,
  type CopyTexts,
  readAddresses,
} from "@sendwright/core/recipients/copies";
import { likelyAddressColumns } from "@sendwright/core/table/addressColumns";
import { AtSign } from "lucide-react";
import { memo, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { Segmented } from "../../../components/Segmented.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { useLeft } from "../../../lib/useLeft.ts";
import { SuppressedPeople } from "../check/Suppressed.tsx";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { EmailOfForm } from "../form/useEmailOfForm.ts";
import styles from "./steps.module.css";

interface FieldProps extends Pick<SendForm, "tab" | "copies"> {
  change: (action: SendFormAction) => void;
  /** Whether Send was refused, so that every error is worth showing. */
  isRefused: boolean;
  suppressed: Suppressed;
}

interface Props extends FieldProps {
  /** Null if no column of it can say who gets a copy. */
  list: List | null;
  email: Pick<EmailOfForm, "mail" | "defaultReplyTo">;
}

/**
 * One line below the email's choice that opens to Reply-To, Cc and Bcc; open if any of them is
 * filled.
 */
export const Copies = memo(function Copies({ list, email, ...field }: Props) {
  const [isOpened, setOpened] = useState(false);
  const isFilled = Object.values(field.copies).some((text) => text !== "");
  const isFed = list !== null && COPY_FIELDS.some((field) => list.mapping[field] !== null);
  const copiedBefore = list && <CopiedBefore list={list} {...field} />;
  if (!isOpened && !isFilled && !isFed) {
    return (
      <div className="stack gap-8">
        {copiedBefore}
        <Button
          size="small"
          variant="text"
          color="secondary"
          startIcon={<AtSign size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Reply-To, Cc, Bcc
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="bare stack">
      <legend className="unseen">Reply-To, Cc and Bcc</legend>
      {copiedBefore}
      <AddressesField {...field} field="replyTo" hint={repliesHint(email)} />
      {COPY_FIELDS.map((one) => (
        <CopySource key={one} {...field} list={list} field={one} />
      ))}
    </fieldset>
  );
});

/** Says that the email before went to people in Cc or Bcc, too, and this one doesn't. */
function CopiedBefore({
  list,
  copies,
  change,
}: Pick<FieldProps, "copies" | "change"> & { list: List }) {
  const before = copiesBefore(list).filter(({ field }) => copies[field].trim() === "");
  if (before.length === 0) return null;
  return (
    <Notice
      action={
        <Button
          size="small"
          onClick={() => {
            for (const { field, header } of before)
              change({ type: "list", change: { type: "copies", field, header } });
          }}
        >
          Copy them again
        </Button>
      }
    >
      The earlier email had {before.map(({ field }) => COPY_WORDS[field]).join(" and ")}. This one
      doesn't.
    </Notice>
  );
}

/** Where replies go while the field is blank. */
function repliesHint({ mail, defaultReplyTo }: Props["email"]): string {
  if (mail && mail.replyTo !== "")
    return `If blank, replies go to ${mail.replyTo}, as the template says.`;
  if (defaultReplyTo !== "")
    return `If blank, replies go to ${defaultReplyTo}, as your settings say.`;
  return "If blank, replies go to your Gmail address.";
}

const SOURCES = [
  { value: "fixed", word: "These addresses" },
  { value: "column", word: "From a column" },
] as const;

/** Who gets a copy: the same addresses for all, or those in a column of the list. */
function CopySource({
  list,
  field,
  ...input
}: FieldProps & { list: List | null; field: CopyField }) {
  const { tab, change } = input;
  const chosen = list && copyColumn(list, field);
  const word = COPY_WORDS[field];
  const others = list?.columns.filter((header) => header !== list.mapping.address) ?? [];
  if (!list || (others.length === 0 && list.mapping[field] === null))
    return <AddressesField {...input} field={field} />;
  const likely = likelyAddressColumns(list.columns, list.rows).filter((header) =>
    others.includes(header),
  );
  const headers = [...likely, ...others.filter((header) => !likely.includes(header))];
  const feed = (header: string | null) =>
    change({ type: "list", change: { type: "copies", field, header } });
  const source = list.mapping[field] === null ? "fixed" : "column";
  return (
    <div className={styles.copySource}>
      {source === "column" ? (
        <SelectField
          id={`${tab}-${field}-column`}
          label={`${word} column`}
          empty="Choose a column"
          value={chosen ?? ""}
          options={headers.map((header) => ({ value: header, word: header }))}
          onChange={(header) => feed(header ?? NO_COLUMN_YET)}
          error={
            chosen === null &&
            input.isRefused &&
            `Choose a column for ${word}, or type its addresses.`
          }
        />
      ) : (
        <AddressesField {...input} field={field} />
      )}
      <Segmented
        label={`${word} from`}
        value={source}
        options={SOURCES}
        onChange={(next) => feed(next === "column" ? (likely[0] ?? NO_COLUMN_YET) : null)}
      />
    </div>
  );
}

interface AddressesProps extends FieldProps {
  field: keyof CopyTexts;
  hint?: string;
}

/** A line of addresses. It shows no error before you leave it or click Send. */
function AddressesField({ copies, change, field, hint, isRefused, suppressed }: AddressesProps) {
  const text = copies[field];
  const { isLeft, handlers } = useLeft(text, isRefused);
  const { problem, repair, leftOut } = readAddresses(isLeft ? text : "", COPY_WORDS[field]);
  const set = (next: string) => change({ type: "copies", copies: { [field]: next } });
  return (
    <div>
      <TextField
        fullWidth
        label={COPY_WORDS[field]}
        value={text}
        autoComplete="off"
        onChange={(event) => set(event.target.value)}
        {...handlers}
        error={problem !== null}
        helperText={problem ?? (leftOut.length > 0 ? leftOut.join(" ") : hint)}
      />
      {repair !== null && (
        <Button size="small" variant="text" onClick={() => set(repair)}>
          Use {repair}
        </Button>
      )}
      {field !== "replyTo" && (
        <SuppressedPeople
          people={readAddresses(text, "").people}
          suppressed={suppressed}
          what="copy"
        />
      )}
    </div>
  );
}
