import { KEPT } from "@sendwright/core/contract";
import { useId } from "react";
import { clockSeconds, momentTitle } from "../../lib/when.ts";
import styles from "./EarlierVersions.module.css";

/** Where someone finds a text that isn't kept anymore. */
export const OLDER_TEXTS =
  "An older text may be in the Sent folder of your Gmail. To keep one for longer, download the template.";

interface Version {
  version: string;
  /** ISO time. */
  replaced_at: string;
}

interface Props {
  versions: readonly Version[];
  titles: ReadonlyMap<string, string>;
  /** The version that is shown beside the list. */
  shown: string | null;
  isBusy: boolean;
  onChoose: (version: string) => void;
}

/** The earlier versions of a template, to choose one of them. */
export function VersionList({ versions, titles, shown, isBusy, onChoose }: Props) {
  const id = useId();
  return (
    <div className="stack gap-8">
      <p className="hint" id={id}>
        Each text, by when it was replaced. We keep them for {KEPT.daysOfVersions} days.
      </p>
      <ul className={styles.list} aria-labelledby={id}>
        {versions.map(({ version }) => (
          <li key={version}>
            <button
              type="button"
              className={styles.time}
              aria-current={version === shown}
              disabled={isBusy}
              onClick={() => onChoose(version)}
            >
              {titles.get(version)}
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">{OLDER_TEXTS}</p>
    </div>
  );
}

/** Each version's time in words, with seconds if two would be the same. */
export function titlesOf(versions: readonly Version[], now: number): Map<string, string> {
  const plain = versions.map(({ replaced_at }) => momentTitle(replaced_at, now));
  return new Map(
    versions.map(({ version, replaced_at }, i) => {
      const title = plain[i] ?? "";
      const isAlone = plain.filter((other) => other === title).length === 1;
      return [
        version,
        isAlone ? title : `${title} (${clockSeconds(Date.parse(replaced_at))})`,
      ] as const;
    }),
  );
}
