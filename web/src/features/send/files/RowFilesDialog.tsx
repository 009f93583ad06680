import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { formatBytes } from "@sendwright/core/files/fit";
import type { EarlierFile, List } from "@sendwright/core/list/list";
import { earlierFilesOf, fileRowOf, withAddedFiles } from "@sendwright/core/list/listFiles";
import { listInWords } from "@sendwright/core/pluralize";
import { useMemo, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import field from "../../../components/field.module.css";
import { useLimits } from "../../../data/configQuery.ts";
import type { AddedFiles } from "../../../data/personFiles.ts";
import { useStable } from "../../../lib/useStable.ts";
import { assignFiles, filePeople, removeFile } from "./fileAnswers.ts";
import styles from "./files.module.css";
import { personWord } from "./fileWords.ts";
import { NamedFor } from "./NamedFor.tsx";
import { usePersonFiles } from "./usePersonFiles.ts";
import type { FilesOfForm } from "./useRowFiles.ts";

interface Props {
  list: List;
  rowFiles: FilesOfForm;
  /** `fileRowOf` the row. */
  row: number;
  onClose: () => void;
}

function noFileSentence(earlier: readonly EarlierFile[]): string {
  if (earlier.length === 0) return "This person has no file.";
  return `This person gets ${listInWords(earlier.map(({ name }) => name))} from the earlier send, unless you choose another file.`;
}

/** The files of one person: chosen, replaced and removed by hand. */
export default function RowFilesDialog({ list, rowFiles, row, onClose }: Props) {
  const { files, found, nameNote, change } = rowFiles;
  const store = usePersonFiles();
  const limits = useLimits();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const people = useMemo(() => filePeople(list), [list]);
  const own = found?.ofRow.get(row) ?? [];
  const listRow = list.rows.find((one) => fileRowOf(one) === row);
  const earlier = (listRow && earlierFilesOf(list, listRow)?.files) ?? [];
  const others = files.files.filter(({ hash }) => !own.some((file) => file.hash === hash));
  const join = useStable(({ added, replaced, message: words }: AddedFiles) => {
    setMessage(words);
    const pairs = added.map(({ hash }) => ({ row, hash }));
    change(assignFiles(withAddedFiles(files, added, replaced), found, people, pairs));
  });
  const add = async (chosen: readonly File[]) => {
    if (chosen.length > 0) join(await store.add(chosen, { limits, known: files.files }));
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="row-files">
      <DialogTitle id="row-files">Files for {personWord(people, row)}</DialogTitle>
      <DialogContent className="stack gap-16">
        {own.length === 0 && <p>{noFileSentence(earlier)}</p>}
        <ul className={styles.list}>
          {own.map((file) => (
            <li key={file.hash} className={styles.file}>
              <span className={styles.name}>
                {file.name} <small className="hint tabular">{formatBytes(file.size)}</small>
                <NamedFor words={nameNote(row, file.hash)} />
              </span>
              <Button
                size="small"
                variant="text"
                color="secondary"
                aria-label={`Take ${file.name} from this person`}
                onClick={() =>
                  found && change(removeFile(files, found, people, { row, hash: file.hash }))
                }
              >
                Take away
              </Button>
            </li>
          ))}
        </ul>
        {message !== null && <p role="alert">{message}</p>}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={`File for ${personWord(people, row)}`}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <div className="row">
          <Button onClick={() => input.current?.click()}>Choose a file</Button>
          {others.length > 0 && found !== null && (
            <select
              className={`${field.control} ${styles.person}`}
              aria-label="One of the files that you added"
              value=""
              onChange={(event) =>
                change(assignFiles(files, found, people, [{ row, hash: event.target.value }]))
              }
            >
              <option value="" disabled>
                Or one that you added
              </option>
              {others.map(({ hash, name }) => (
                <option key={hash} value={hash}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
