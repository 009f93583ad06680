import type { Template } from "@sendwright/core/contract";
import type { PickedFile } from "../../components/FilePicker.tsx";

/** A file of the template: stored, staged for the first save, or on its way. */
export interface Entry extends PickedFile {
  file?: File;
  storagePath?: string;
}

/** One that was chosen here. */
export type NewEntry = Entry & { file: File };

export type EntryAction =
  | { type: "added"; entries: readonly NewEntry[] }
  | { type: "changed"; key: string; changes: Partial<Entry> }
  /** The person has seen the end of its upload: removes the mark, keeps the file in the list. */
  | { type: "settled"; key: string }
  | { type: "removed"; key: string }
  /** It could not be deleted: it is again where it was. */
  | { type: "restored"; at: number; entry: Entry };

/** The files that a template has stored; a new one (null) has none. */
export function storedEntries(template: Template | null): Entry[] {
  return (template?.attachments ?? []).map(({ original_filename, storage_path, size }) => ({
    key: storage_path,
    name: original_filename,
    size,
    storagePath: storage_path,
  }));
}

/** The files of a template that is edited, after each thing that happens to one of them. */
export function entriesAfter(entries: Entry[], action: EntryAction): Entry[] {
  switch (action.type) {
    case "added":
      return [...entries, ...action.entries];
    case "changed":
      return entries.map((entry) => (entry.key === action.key ? { ...entry, ...action.changes } : entry));
    case "settled":
      return entries.map((entry) => {
        const { status: _status, progress: _progress, ...rest } = entry;
        return entry.key === action.key ? rest : entry;
      });
    case "removed":
      return entries.filter(({ key }) => key !== action.key);
    case "restored":
      return entries.toSpliced(action.at, 0, action.entry);
  }
}
