import { Loading } from "./Loading.tsx";
import { later } from "./later.tsx";
import { PASTE_READER } from "./RichTextEditor/paste/lateReader.ts";

// The editor opens without them: they need more of MUI than all the rest of it.
export const PlaceholderPopover = later(() => import("./PlaceholderForm/PlaceholderPopover.tsx"));
export const PlaceholderMenu = later(() => import("./PlaceholderForm/PlaceholderMenu.tsx"));
export const ConditionPopover = later(() => import("./RichTextEditor/ConditionPopover.tsx"));
export const RepeatPopover = later(() => import("./RichTextEditor/RepeatPopover.tsx"));
export const RepeatOffer = later(() => import("./RichTextEditor/RepeatOffer.tsx"));
export const LinkPopover = later(() => import("./RichTextEditor/LinkPopover.tsx"));
export const PicturePopover = later(() => import("./RichTextEditor/PicturePopover.tsx"));
export const SelectField = later(
  async () => ({ default: (await import("./SelectField.tsx")).SelectField<string> }),
  <Loading heights={[64]} />,
);

/** The forms and menus of the editor, and its reader of pastes. */
export const EDITOR_FORMS = [
  PlaceholderPopover,
  PlaceholderMenu,
  ConditionPopover,
  RepeatPopover,
  RepeatOffer,
  LinkPopover,
  PicturePopover,
  SelectField,
  PASTE_READER,
];
