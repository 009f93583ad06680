import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { UnreadableTemplate } from "@sendwright/core/contract";
import { Trash2 } from "lucide-react";
import styles from "./TemplateList.module.css";
import { useDeleteInList } from "./useDeleteInList.ts";

/** A template that can't be read: its owner sees that it is there, and can delete it. */
export function UnreadableRow({ template: { id, name } }: { template: UnreadableTemplate }) {
  const called = name || "Untitled template";
  const { askAndDelete, isPending } = useDeleteInList(id, called, 0);
  return (
    <li className={styles.row} data-busy={isPending}>
      <div className={styles.main}>
        <span className={styles.unreadable}>{called}</span>
        <span className={styles.soft}>
          This template can't be read. You can only delete it. Your other templates aren't affected.
        </span>
      </div>
      <div className={styles.side} />
      <div className={styles.actions}>
        <Tooltip title="Delete">
          <span>
            <IconButton aria-label={`Delete ${called}`} disabled={isPending} onClick={() => void askAndDelete()}>
              <Trash2 size={18} aria-hidden />
            </IconButton>
          </span>
        </Tooltip>
      </div>
    </li>
  );
}
