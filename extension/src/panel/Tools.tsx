import Button from "@mui/material/Button";
import { AtSign, TextCursorInput } from "lucide-react";
import { ask } from "./ask.ts";
import { useWindowId } from "./Bar.tsx";
import styles from "./surface.module.css";

/** The actions for the current page; the same as in its context menu. */
export function Tools() {
  const windowId = useWindowId();
  if (windowId === null) return null;
  return (
    <section className={styles.tools} aria-label="Current page">
      <Button
        size="small"
        startIcon={<TextCursorInput size={16} aria-hidden />}
        onClick={() => void ask("find", { windowId })}
      >
        Insert into the page
      </Button>
      <Button
        size="small"
        startIcon={<AtSign size={16} aria-hidden />}
        onClick={() => void ask("collect", { windowId })}
      >
        Collect addresses
      </Button>
    </section>
  );
}
