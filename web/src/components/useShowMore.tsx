import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";

/** Returns the first `limit` of many, and a button that shows the others if there are any. */
export function useShowMore<T>(
  all: readonly T[],
  limit: number,
  label: (hidden: number) => string,
): { shown: readonly T[]; showMore: ReactNode } {
  const [areAllShown, setAllShown] = useState(false);
  const hidden = all.length - limit;
  if (areAllShown || hidden <= 0) return { shown: all, showMore: null };
  const showMore = (
    <Button size="small" variant="text" color="inherit" onClick={() => setAllShown(true)}>
      Show {label(hidden)}
    </Button>
  );
  return { shown: all.slice(0, limit), showMore };
}
