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
  /** Their source: a file's name. */
  from: string;
  /** The address of the person with these values. */
  to: string;
  /** Whether it is the first row that was read. */
  isFirst: boolean;
  /** The list's columns that can be placeholders. */
  columns: readonly Variable[];
  /** Of every column. */
  values: ReadonlyMap<string, string>;
  /** The rows of one email for several: those of the first mailbox with several; null for none. */
  family: { to: string; rows: readonly ReadonlyMap<string, string>[] } | null;
  /** How the columns of dates are read, as far as that is certain. */
  dateOrders: ReadonlyMap<string, DateOrder>;
  /** How the columns of numbers write them, as far as they say. */
  numberForms: ReadonlyMap<string, NumberForm>;
}

/** The editor's initial content when you write a template for something on the screen. */
export interface TemplateDraft {
  fields: TemplateFields;
  sample?: TemplateSample;
  /** What is already written and would be missed, with its files and pictures. */
  files?: readonly File[];
}

/** A stored template to change. */
interface TemplateToEdit {
  id: string;
  /** For something on the screen. */
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

/** The app provides it, because a screen that sends doesn't import other screens. */
export const TemplateEditorContext = createContext<WriteTemplate | null>(null);

/** Opens the template editor; null if it isn't available. */
export function useWriteTemplate(): WriteTemplate | null {
  return useContext(TemplateEditorContext);
}
