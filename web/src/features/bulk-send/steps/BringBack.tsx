import Button from "@mui/material/Button";
import { useMemo } from "react";
import { asideName } from "../form/aside.ts";
import type { Bulk } from "../useBulkSend.ts";

/** Brings back the file, table or list that gave way in this mode, with all that was done to it. */
export function BringBack({ bulk: { form, change } }: { bulk: Bulk }) {
  const aside = form.asides[form.mode];
  // A long list is read once, not with every key.
  const name = useMemo(() => aside && asideName(aside), [aside]);
  if (name === null) return null;
  return (
    <Button size="small" variant="text" onClick={() => change({ type: "bringBack" })}>
      Bring back {name}
    </Button>
  );
}
