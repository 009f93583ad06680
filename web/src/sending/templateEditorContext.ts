import type { Template, TemplateFields } from "@sendwright/core/contract";
import { createContext, useContext } from "react";

/** Values that a template being written can be looked at with. */
export interface TemplateSample {
  /** Where they come from: a file's name. */
  from: string;
  values: ReadonlyMap<string, string>;
}

/** What the editor begins with when a person writes a template for something that is on the screen. */
export interface TemplateDraft {
  fields: TemplateFields;
  sample: TemplateSample;
}

/** Opens the template editor over whatever is on the screen; `onSaved` is called with what was saved. */
export type WriteTemplate = (draft: TemplateDraft, onSaved: (template: Template) => void) => void;

/** The application provides it: a screen that sends knows no other screen. */
export const TemplateEditorContext = createContext<WriteTemplate | null>(null);

/** The way to the template editor; null where there is none. */
export function useWriteTemplate(): WriteTemplate | null {
  return useContext(TemplateEditorContext);
}
