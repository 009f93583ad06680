import { pluralize } from "@sendwright/core/pluralize";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useShowMore } from "../../../components/useShowMore.tsx";
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
  const words = (more: number) => pluralize(more, `more ${noun}`);
  const { shown, showMore } = useShowMore(lines, MOST_LINES, words);
  return (
    <Notice variant="warning" title={title} action={showMore}>
      <ul className={styles.pairs}>
        {shown.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
