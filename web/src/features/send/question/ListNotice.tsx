import Button from "@mui/material/Button";
import { pluralize } from "@sendwright/core/pluralize";
import { useState } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import styles from "../check/check.module.css";

/** How many lines show at first. */
const MOST_LINES = 5;

interface ListNoticeProps {
  title: string;
  lines: readonly string[];
  /** For each line. */
  noun: string;
}

/** A warning about several rows or files. */
export function ListNotice({ title, lines, noun }: ListNoticeProps) {
  const [areAllShown, setAllShown] = useState(false);
  const more = lines.length - MOST_LINES;
  return (
    <Notice
      variant="warning"
      title={title}
      action={
        more > 0 &&
        !areAllShown && (
          <Button size="small" variant="text" color="inherit" onClick={() => setAllShown(true)}>
            Show {pluralize(more, `more ${noun}`)}
          </Button>
        )
      }
    >
      <ul className={styles.pairs}>
        {lines.slice(0, areAllShown ? undefined : MOST_LINES).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
