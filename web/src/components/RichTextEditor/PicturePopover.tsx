import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { FormActions, FormPopover } from "../FormPopover.tsx";
import form from "../popoverForm.module.css";
import { Segmented } from "../Segmented.tsx";
import type { BodyEditor } from "./createBodyEditor.ts";
import { FULL_WIDTH } from "./formDrafts.ts";
import { type BodyPicture, pictureOf } from "./pictureBlot.ts";

/** Widths in pixels. An email program shows an email about 600 pixels wide. */
const WIDTHS = [
  { value: "200", word: "Small" },
  { value: "400", word: "Medium" },
  { value: "600", word: "Full" },
] as const;
type Width = (typeof WIDTHS)[number]["value"];

interface Props {
  /** The picture in the editor. */
  image: HTMLImageElement;
  editor: BodyEditor | null;
  onClose: () => void;
}

/** Asks what a picture shows and how wide it is, beside it. */
export default function PicturePopover({ image, editor, onClose }: Props) {
  const picture = pictureOf(image);
  if (!picture) return null;
  const cancel = () => {
    flushSync(onClose);
    editor?.focus();
  };
  return (
    <FormPopover label="Picture" anchor={image} onClose={cancel}>
      <PictureForm
        picture={picture}
        naturalOf={() => (image.src.startsWith("data:image/svg") ? 0 : image.naturalWidth)}
        onDone={(changed) => {
          flushSync(onClose);
          editor?.changePicture(image, changed);
        }}
        onCancel={cancel}
      />
    </FormPopover>
  );
}

interface FormProps {
  picture: BodyPicture;
  /** The width of its file; 0 if it isn't there (yet). */
  naturalOf: () => number;
  /** Null removes it. */
  onDone: (changed: BodyPicture | null) => void;
  onCancel: () => void;
}

function PictureForm({ picture, naturalOf, onDone, onCancel }: FormProps) {
  const [alt, setAlt] = useState(picture.alt);
  const now =
    WIDTHS.find(({ value }) => picture.width !== null && picture.width <= Number(value))?.value ??
    "600";
  const [width, setWidth] = useState<Width>(now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const wanted = Math.min(Number(width), naturalOf() || FULL_WIDTH);
    onDone({ ...picture, alt: alt.trim(), width: width === now ? picture.width : wanted });
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextField
        label="Describe the picture"
        autoComplete="off"
        value={alt}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500, dir: "auto" } }}
        onChange={(event) => setAlt(event.target.value)}
        helperText="For people who can't see it. Leave it blank for decoration."
      />
      <Segmented label="Width" value={width} options={WIDTHS} onChange={setWidth} />
      <FormActions action="Apply" onCancel={onCancel} onRemove={() => onDone(null)} />
    </form>
  );
}
