import { pluralize } from "@sendwright/core/pluralize";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { isolated } from "../../../components/isolated.tsx";
import { useShowMore } from "../../../components/useShowMore.tsx";
import styles from "../check/check.module.css";

/** How many lines show at first. */
const MOST_LINES = 5;

interface ListNoticeProps {
  title: string;
  lines: readonly string[];
  /** What a line is about, such as "row". */
  noun: string;
}

/** A warning about several rows or files. */
export function ListNotice({ title, lines, noun }: ListNoticeProps) {
  const label = (more: number) => pluralize(more, `more ${noun}`);
  const { shown, showMore } = useShowMore(lines, MOST_LINES, label);
  return (
    <Notice variant="warning" title={title} action={showMore}>
      <ul className={styles.pairs}>
        {shown.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none moves.
          <li key={at}>{isolated(line)}</li>
        ))}
      </ul>
    </Notice>
  );
}
