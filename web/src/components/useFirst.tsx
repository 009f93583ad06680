import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";

/** The first of many, and a button that shows the others; no button if there are no others. */
export function useFirst<T>(
  all: readonly T[],
  most: number,
  words: (more: number) => string,
): { shown: readonly T[]; showMore: ReactNode } {
  const [areAllShown, setAllShown] = useState(false);
  const more = all.length - most;
  if (areAllShown || more <= 0) return { shown: all, showMore: null };
  const showMore = (
    <Button size="small" variant="text" color="inherit" onClick={() => setAllShown(true)}>
      Show {words(more)}
    </Button>
  );
  return { shown: all.slice(0, most), showMore };
}
