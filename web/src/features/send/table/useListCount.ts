import type { Source } from "@sendwright/core/list/list";
import { useState } from "react";

/** How many lists the table has shown. Changes leave a list what it was; every reader makes another. */
export function useListCount(source: Source): number {
  const [seen, setSeen] = useState({ source, count: 1 });
  if (seen.source === source) return seen.count;
  setSeen({ source, count: seen.count + 1 });
  return seen.count + 1;
}
