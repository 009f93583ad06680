import { Check, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import styles from "./StepCard.module.css";

interface Props {
  title: string;
  children: ReactNode;
  /** Whether the step can be left. */
  done?: boolean;
  /** Whether something is left to do in it all the same: then it has no check mark. */
  isPartial?: boolean;
  /** One line that names the choice; a done step that has one can fold to it. */
  summary?: ReactNode;
  folded?: boolean;
  /** Called to open a folded step and to fold an open one. */
  onFold?: (folded: boolean) => void;
}

/**
 * One step of a form. A finished step folds to a line and opens with a click; it opens again if
 * something is missing.
 */
export function StepCard({
  title,
  children,
  done = false,
  isPartial = false,
  summary,
  folded = false,
  onFold,
}: Props) {
  const id = useId();
  const isFlawed = done && isPartial;
  const mark = (
    <span
      className={styles.mark}
      data-done={done}
      data-partial={isFlawed}
      title={isFlawed ? "Something is left to do" : undefined}
    >
      {!done ? null : isFlawed ? (
        <TriangleAlert size={14} aria-hidden />
      ) : (
        <Check size={14} aria-hidden />
      )}
    </span>
  );
  const canFold = onFold && done && summary !== undefined;
  const isFolded = canFold && folded;
  useEffect(() => {
    // A step that is done again stays open until the person folds it: they are still typing.
    if (folded && !canFold) onFold?.(false);
  }, [folded, canFold, onFold]);
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`} data-folded={isFolded}>
      <div className={styles.head}>
        {mark}
        <h2 id={`${id}-title`} className="size-17">
          {title}
        </h2>
        {isFolded && <p className={styles.summary}>{summary}</p>}
        {canFold && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={!isFolded}
            aria-controls={`${id}-body`}
            aria-label={`${isFolded ? "Change" : "Hide"}: ${title}`}
            onClick={() => onFold(!isFolded)}
          >
            {isFolded ? "Change" : "Hide"}
          </button>
        )}
      </div>
      <div id={`${id}-body`} className={styles.body} hidden={isFolded === true}>
        {children}
      </div>
    </section>
  );
}
