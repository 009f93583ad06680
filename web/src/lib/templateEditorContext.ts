import type {
  DateOrder,
  NumberForm,
  Template,
  TemplateFields,
  Variable,
} from "@sendwright/core/contract";
import { createContext, useContext } from "react";

/** Values to preview a template with while you write it. */
export interface TemplateSample {
  /** The name of the file that the values are from. */
  from: string;
  /** The address of the person with these values. */
  to: string;
  /** Whether it is the first row that was read. */
  isFirst: boolean;
  /** The list's columns that can be placeholders. */
  columns: readonly Variable[];
  /** The values of all columns, by header. */
  values: ReadonlyMap<string, string>;
  /** The rows of the first mailbox with several, which share one email; null if none has. */
  family: { to: string; rows: readonly ReadonlyMap<string, string>[] } | null;
  /** How columns of dates are read, by header; only those that are certain. */
  dateOrders: ReadonlyMap<string, DateOrder>;
  /** How columns write numbers, by header; only those that are certain. */
  numberForms: ReadonlyMap<string, NumberForm>;
}

/** The editor's initial content when a screen asks for a new template. */
export interface TemplateDraft {
  fields: TemplateFields;
  sample?: TemplateSample;
  /** The files of the composed email, pictures included. */
  files?: readonly File[];
}

/** A stored template to change. */
interface TemplateToEdit {
  id: string;
  /** Values of the screen that opened the editor. */
  sample?: TemplateSample;
  /**
   * The placeholders in which rows of the same mailbox differ: the editor suggests to repeat their
   * lines for each row.
   */
  repeat?: readonly string[];
}

/** Opens the template editor over the current screen; `onSaved` receives the saved template. */
export type WriteTemplate = (
  what: TemplateDraft | TemplateToEdit,
  onSaved: (template: Template) => void,
) => void;

/** Opens the editor. The app provides it, because a screen that sends imports no other screen. */
export const TemplateEditorContext = createContext<WriteTemplate | null>(null);

/** Opens the template editor; null if it isn't available. */
export function useWriteTemplate(): WriteTemplate | null {
  return useContext(TemplateEditorContext);
}
