import Button from "@mui/material/Button";
import type { List } from "@sendwright/core/list/list";
import type { Feeds } from "@sendwright/core/list/mapping";
import type { Overlooked } from "@sendwright/core/list/overlooked";
import { samplesIn } from "@sendwright/core/list/samples";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { SendFormAction } from "../form/formActions.ts";
import styles from "./check.module.css";
import { overlookedMessage } from "./questionWords.ts";

interface Props {
  list: List;
  feeds: Feeds | null;
  overlooked: readonly Overlooked[];
  change: (action: SendFormAction) => void;
}

/** Columns that the emails seem to lack: one click uses each, and one says that it isn't meant. */
export function OverlookedColumns({ list, feeds, overlooked, change }: Props) {
  if (overlooked.length === 0) return null;
  const samples = samplesIn(list);
  return overlooked.map((one) => {
    const { variable, header } = one;
    const now = feeds?.get(variable) ?? null;
    const feed = (from: string | null) => {
      const source = from === null ? "same" : { column: from };
      change({ type: "list", change: { type: "feed", feeds: new Map([[variable, source]]) } });
    };
    return (
      <Notice key={variable} variant="warning">
        <p>{overlookedMessage(one)}</p>
        <p>
          {header}: {samples.get(header)}
        </p>
        <div className={styles.answer}>
          <Button size="small" variant="outlined" onClick={() => feed(header)}>
            Use it
          </Button>
          <Button size="small" variant="text" onClick={() => feed(now)}>
            Leave it as it is
          </Button>
        </div>
      </Notice>
    );
  });
}
