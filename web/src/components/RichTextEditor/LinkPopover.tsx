import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { withScheme } from "@sendwright/core/body/links";
import { leadsNowhere } from "@sendwright/core/placeholders";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { FormPopover } from "../FormPopover.tsx";
import form from "../PlaceholderForm/PlaceholderForm.module.css";
import type { BodyEditor } from "./createBodyEditor.ts";

interface Props {
  anchor: Element | null;
  editor: BodyEditor | null;
  /** The address at the cursor, if there is a link. */
  href: unknown;
  onClose: () => void;
}

/** Asks for a link's address, which may contain a placeholder. */
export function LinkPopover({ anchor, href, ...rest }: Props) {
  if (!anchor) return null;
  return (
    <FormPopover label="Link" anchor={anchor} onClose={rest.onClose}>
      <LinkForm {...rest} href={typeof href === "string" ? href : ""} />
    </FormPopover>
  );
}

function LinkForm({ editor, href, onClose }: Omit<Props, "anchor" | "href"> & { href: string }) {
  const [address, setAddress] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const close = () => {
    flushSync(onClose);
    editor?.focus();
  };
  const link = (to: string) => {
    flushSync(onClose);
    editor?.link(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const written = address.trim();
    if (written === "") link("");
    else if (leadsNowhere(written)) setWrong(true);
    else link(withScheme(written) ?? written);
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextField
        label="Link to"
        type="url"
        autoComplete="off"
        placeholder="https://example.com or {{Link}}"
        value={address}
        autoFocus
        onChange={(event) => setAddress(event.target.value)}
        error={isWrong}
        helperText={isWrong && "Enter a web address, email address or phone number."}
      />
      <div className={form.actions}>
        {href !== "" && (
          <Button variant="text" onClick={() => link("")} sx={{ mr: "auto", color: "var(--failed)" }}>
            Remove
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="contained">
          Apply
        </Button>
      </div>
    </form>
  );
}
