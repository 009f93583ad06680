import Button from "@mui/material/Button";
import { isFilled, type List } from "@sendwright/core/list/list";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import { later } from "../../../components/later.tsx";
import type { FilesOfForm } from "./useRowFiles.ts";

// Most lists have no files.
const PersonFilesPanel = later(() => import("./PersonFilesPanel.tsx"));
export const RowFilesOfList = later(() => import("./RowFilesDialog.tsx"));

interface Props {
  list: List;
  rowFiles: FilesOfForm;
}

/** Offers a file for each person of a list, or shows those that there are. */
export function PersonFilesOfList({ list, rowFiles }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen || rowFiles.files.files.length > 0) {
    return <PersonFilesPanel list={list} rowFiles={rowFiles} onClose={() => setOpen(false)} />;
  }
  if (!list.rows.some(isFilled)) return null;
  return (
    <div>
      <Button
        size="small"
        startIcon={<Paperclip size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add a file for each person
      </Button>
    </div>
  );
}
