import { Paperclip } from "lucide-react";
import { Button } from "../../../components/Button.tsx";
import { later } from "../../../components/later.tsx";
import styles from "./personFiles.module.css";

// Most lists have no files.
export const PersonFilesOfList = later(() => import("./PersonFilesPanel.tsx"));
export const RowFilesOfList = later(() => import("./RowFilesDialog.tsx"));

/** Opens the panel in which people get a file each. On a phone, its button has a short name. */
export function AddPersonFiles({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="small"
      variant="text"
      startIcon={<Paperclip size={14} aria-hidden />}
      onClick={onClick}
    >
      <span>
        Add a file<span className={styles.more}> for each person</span>
      </span>
    </Button>
  );
}
