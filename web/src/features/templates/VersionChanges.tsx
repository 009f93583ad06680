import type { TemplateFields } from "@sendwright/core/contract";
import { Fragment, type ReactNode, useMemo } from "react";
import styles from "./EarlierVersions.module.css";
import { changesBetween } from "./versionChanges.ts";

/** What using a version changes, in words. */
export function VersionChanges({ from, to }: { from: TemplateFields; to: TemplateFields }) {
  const { fields, hasOtherLook } = useMemo(() => changesBetween(from, to), [from, to]);
  if (fields.length === 0 && !hasOtherLook) return <p>It is the same as the text in the editor.</p>;
  return (
    <div className="stack gap-16">
      <p className="hint">
        What using this version changes: <Added>added</Added>, <Removed>removed</Removed>.
      </p>
      <dl className={styles.changes}>
        {fields.map(({ field, stretches }) => (
          <div key={field}>
            <dt className="soft size-13">{field}</dt>
            <dd>
              {stretches.map(({ kind, text }, i) => {
                // The stretches of two texts never change.
                const key = i;
                if (kind === "same") return <Fragment key={key}>{text}</Fragment>;
                const Mark = kind === "added" ? Added : Removed;
                return (
                  <Mark key={key}>
                    <span className="unseen">{kind}: </span>
                    {text}
                  </Mark>
                );
              })}
            </dd>
          </div>
        ))}
      </dl>
      {hasOtherLook && <p>The body has the same words, but other formatting, links or pictures.</p>}
    </div>
  );
}

function Added({ children }: { children: ReactNode }) {
  return <ins className={styles.added}>{children}</ins>;
}

function Removed({ children }: { children: ReactNode }) {
  return <del className={styles.removed}>{children}</del>;
}
