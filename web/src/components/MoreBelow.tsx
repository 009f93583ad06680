import Button from "@mui/material/Button";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import styles from "./MoreBelow.module.css";

/**
 * At the end of a dialog's content: while that end is out of sight, a button in sight says that
 * there is more below, and leads there.
 */
export function MoreBelow({ what }: { what: string }) {
  const end = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((entries) =>
      setBelow(entries.at(-1)?.isIntersecting === false),
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      <div className={styles.bar}>
        {isBelow && (
          <Button
            size="small"
            startIcon={<ArrowDown size={16} aria-hidden />}
            onClick={() => end.current?.scrollIntoView({ block: "end", behavior: "smooth" })}
          >
            More below: {what}
          </Button>
        )}
      </div>
      <div ref={end} className={styles.end} />
    </>
  );
}
