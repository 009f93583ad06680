import { ArrowDown } from "lucide-react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import styles from "./MoreBelow.module.css";

/**
 * The end of a dialog's content, and a button for its actions, which says that there is more below
 * and leads there while that end is out of sight. Over the content, it would hide a part of it.
 */
export function useMoreBelow(): { end: ReactNode; button: ReactNode } {
  const end = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  // A dialog draws its content later than itself.
  const watch = useCallback((place: HTMLDivElement) => {
    end.current = place;
    const observer = new IntersectionObserver((entries) =>
      setBelow(entries.at(-1)?.isIntersecting === false),
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return {
    end: <div ref={watch} className={styles.end} />,
    button: isBelow && (
      <Button
        size="small"
        variant="text"
        color="secondary"
        className={styles.more ?? ""}
        startIcon={<ArrowDown size={16} aria-hidden />}
        onClick={() => end.current?.scrollIntoView({ block: "end", behavior: "smooth" })}
      >
        More below
      </Button>
    ),
  };
}
