import type { List } from "@sendwright/core/list/list";
import { useCallback, useState } from "react";

interface Told {
  message: string;
  /** Whether to offer to undo it right here. */
  isUndoable: boolean;
  /** The list before the change; null once it has changed. */
  before: List | null;
  /** The list after it; null until then. */
  after: List | null;
}

/** A message about a change of the list, for as long as the list is as the change left it. */
export function useTold(list: List) {
  const [told, setTold] = useState<Told | null>(null);
  if (told !== null && told.after === null && told.before !== list) setTold({ ...told, before: null, after: list });
  const isOver = told !== null && told.after !== null && told.after !== list;
  const tell = useCallback(
    (message: string, isUndoable = false) =>
      setTold(message === "" ? null : { message, isUndoable, before: list, after: null }),
    [list],
  );
  return { told: isOver ? null : told, tell };
}
