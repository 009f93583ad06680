import type { PersonFile } from "@sendwright/core/pairing/types";
import { useEffect, useSyncExternalStore } from "react";
import { PersonFiles } from "../../../data/personFiles.ts";
import { useLateForms } from "../form/SendForms.tsx";

/** The files for one person each of the account on the screen. */
export function usePersonFiles(): PersonFiles {
  const files = useLateForms().files(PersonFiles);
  useSyncExternalStore(files.subscribe, files.version);
  return files;
}

/** The files of a form whose bytes neither this page nor the server has: they must be added again. */
export function useLostFiles(files: readonly PersonFile[]): readonly PersonFile[] {
  const store = usePersonFiles();
  useEffect(() => {
    void store.look(files);
  }, [store, files]);
  return files.filter(({ hash }) => store.placeOf(hash) === "lost");
}
