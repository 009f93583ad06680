import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { isPlaceholderImage } from "../../lib/showPictures.ts";
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
  // Closed first: a closing popover would take the focus back from the editor.
  const cancel = () => {
    flushSync(onClose);
    editor?.focus();
  };
  return (
    <FormPopover label="Picture" anchor={image} onClose={cancel}>
      <PictureForm
        picture={picture}
        naturalWidth={() => (isPlaceholderImage(image) ? 0 : image.naturalWidth)}
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
  /** The width of its file; 0 if we don't have it (yet). */
  naturalWidth: () => number;
  /** Null removes it. */
  onDone: (changed: BodyPicture | null) => void;
  onCancel: () => void;
}

function PictureForm({ picture, naturalWidth, onDone, onCancel }: FormProps) {
  const [alt, setAlt] = useState(picture.alt);
  const initialWidth =
    WIDTHS.find(({ value }) => picture.width !== null && picture.width <= Number(value))?.value ??
    "600";
  const [width, setWidth] = useState<Width>(initialWidth);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form of the template, around the popover.
    event.stopPropagation();
    const wanted = Math.min(Number(width), naturalWidth() || FULL_WIDTH);
    onDone({ ...picture, alt: alt.trim(), width: width === initialWidth ? picture.width : wanted });
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
