import { FolderOpen, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import styles from "../../../components/FilePicker.module.css";
import { filesIn, withoutSystem } from "./droppedFiles.ts";

interface Props {
  isBusy: boolean;
  onAdd: (files: File[]) => void;
}

/** Chooses files or a folder, or takes them where they are dropped. */
export function AddFiles({ isBusy, onAdd }: Props) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement | null>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) void filesIn(event.dataTransfer).then(onAdd);
  };
  const picked = (input: HTMLInputElement) => {
    onAdd(withoutSystem([...(input.files ?? [])]));
    // The same files can be chosen again after they were removed.
    input.value = "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons in it do the same.
    <div
      className={styles.drop}
      data-over={isOver}
      data-disabled={isBusy}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isBusy);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files for each person"
        onChange={(event) => picked(event.target)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no such property.
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label="Folder with a file for each person"
        onChange={(event) => picked(event.target)}
      />
      <Button
        disabled={isBusy}
        startIcon={<Upload size={16} aria-hidden />}
        onClick={() => files.current?.click()}
      >
        Choose files
      </Button>
      <Button
        variant="text"
        color="secondary"
        disabled={isBusy}
        startIcon={<FolderOpen size={16} aria-hidden />}
        onClick={() => folder.current?.click()}
      >
        Choose a folder
      </Button>
      <span className={`soft ${styles.or}`}>or drop them here</span>
    </div>
  );
}
