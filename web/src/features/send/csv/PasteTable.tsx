import Button from "@mui/material/Button";
import { useState } from "react";
import { TextArea } from "../../../components/TextArea.tsx";
import styles from "./csv.module.css";

/**
 * Pastes a table from the clipboard: what was copied in a spreadsheet is taken at once, what is typed by the button.
 */
export function PasteTable({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <div className={styles.paste}>
      <TextArea
        id="bulk-paste"
        label="Table from a spreadsheet"
        helperText="Copy the cells with their headers, then paste them here."
        rows={3}
        maxRows={6}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text/plain");
          if (text !== "" || !pasted.trim().includes("\n")) return;
          event.preventDefault();
          onPaste(pasted);
        }}
      />
      <Button size="small" disabled={text.trim() === ""} onClick={() => onPaste(text)}>
        Use this table
      </Button>
    </div>
  );
}
