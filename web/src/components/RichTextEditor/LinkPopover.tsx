import TextField from "@mui/material/TextField";
import { linkTarget, withScheme } from "@sendwright/core/body/linkAddress";
import type { Variable } from "@sendwright/core/contract";
import {
  leadsNowhere,
  parseTemplate,
  withDecodedBraces,
  withPlaceholders,
} from "@sendwright/core/placeholders";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { showErrors } from "../../lib/focusFirstError.ts";
import { FormActions, type FormAnchor, FormPopover } from "../FormPopover.tsx";
import form from "../popoverForm.module.css";
import { SyntaxWarnings } from "../SyntaxWarnings.tsx";
import type { BodyEditor } from "./createBodyEditor.ts";

interface Props {
  anchor: FormAnchor;
  editor: BodyEditor | null;
  /** The address at the cursor, if there is a link. */
  href: unknown;
  isLiteral: boolean;
  /** The variables that a look-alike in the address may mean. */
  known: readonly Variable[];
  onClose: () => void;
}

/** Asks for a link's address, which may contain a placeholder unless the text is literal. */
export default function LinkPopover({ anchor, href, ...rest }: Props) {
  const cancel = () => {
    flushSync(rest.onClose);
    rest.editor?.focus();
  };
  return (
    <FormPopover label="Link" anchor={anchor} onClose={cancel}>
      <LinkForm {...rest} onCancel={cancel} href={typeof href === "string" ? href : ""} />
    </FormPopover>
  );
}

interface FormProps extends Omit<Props, "anchor"> {
  href: string;
  onCancel: () => void;
}

function LinkForm({ editor, href, isLiteral, known, onClose, onCancel }: FormProps) {
  const [address, setAddress] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const lookAlikes = isLiteral ? [] : parseTemplate({ subject: address }, known).lookAlikes.subject;
  const link = (to: string) => {
    flushSync(onClose);
    editor?.link(to);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = address.trim();
    const written = isLiteral ? typed : withDecodedBraces(typed);
    if (written === "") link("");
    else if (isLiteral ? linkTarget(written) === null : leadsNowhere(written))
      showErrors(event.currentTarget, () => setWrong(true));
    else link(withScheme(written) ?? written);
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextField
        label="Link to"
        type="url"
        autoComplete="off"
        placeholder={isLiteral ? "https://example.com" : "https://example.com or {{Link}}"}
        value={address}
        autoFocus
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        error={isWrong}
        helperText={isWrong && "Enter a web address, email address or phone number."}
      />
      <SyntaxWarnings
        warnings={lookAlikes.map(({ message }) => message)}
        lookAlikes={lookAlikes}
        onUse={(one) => setAddress(withPlaceholders(address, "text", one, known))}
      />
      <FormActions
        action="Apply"
        onCancel={onCancel}
        onRemove={href === "" ? undefined : () => link("")}
      />
    </form>
  );
}
