import Button from "@mui/material/Button";
import { useState } from "react";
import { AddressFaults } from "../../components/AddressFaults.tsx";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { TextArea } from "../../components/TextArea.tsx";
import { readListFile } from "../../lib/lists/ListReader.ts";
import { LIST_FILES } from "../../lib/lists/listFiles.ts";
import { addressesInList, addressesInText } from "./suppressionTexts.ts";
import type { SuppressionChanges } from "./useSuppressionChanges.ts";

interface Props {
  /** The addresses that are typed and not added yet. */
  text: string;
  onText: (text: string) => void;
  changes: SuppressionChanges;
  /** After each try to add some, once its result is there. */
  onDone: () => void;
}

/** Adds people to the list: typed, pasted or from a file. */
export function AddSuppressions({ text, onText, changes, onDone }: Props) {
  const [isReading, setReading] = useState(false);
  const isBusy = changes.isBusy || isReading;
  return (
    <>
      <AddTyped text={text} onText={onText} changes={changes} isBusy={isBusy} onDone={onDone} />
      <AddFromFile changes={changes} isBusy={isBusy} onReading={setReading} onDone={onDone} />
    </>
  );
}

/** So many wrong texts can be fixed here. */
const MAX_FIXED = 5;

/** A field for addresses. What isn't an address stays in it, with what is wrong. */
function AddTyped({ text, onText, changes, isBusy, onDone }: Props & { isBusy: boolean }) {
  /** Of the last click. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const left = wrong.filter((one) => text.includes(one));
  const add = async () => {
    const found = addressesInText(text);
    if (found.addresses.length + found.wrong.length === 0) return;
    if (await changes.addFound(found, "typed")) {
      setWrong(found.wrong);
      onText(found.wrong.join("\n"));
    }
    onDone();
  };
  return (
    <div className="stack gap-8">
      <AddressQuestion text={text} onUse={onText}>
        <TextArea
          fullWidth
          label="Addresses to add"
          rows={2}
          maxRows={6}
          value={text}
          autoComplete="off"
          placeholder="ann@example.org, Bo Li <bo@example.org>"
          onChange={(event) => onText(event.target.value)}
        />
      </AddressQuestion>
      <AddressFaults
        faults={left.slice(0, MAX_FIXED).map((one) => ({
          text: one,
          onUse: (repaired) => onText(text.replace(one, () => repaired)),
        }))}
      />
      <div>
        <Button
          variant="contained"
          size="small"
          disabled={isBusy || text.trim() === ""}
          onClick={() => void add()}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

interface FromFileProps extends Pick<Props, "changes" | "onDone"> {
  isBusy: boolean;
  onReading: (isReading: boolean) => void;
}

/** Reads a file in the browser and adds its addresses. */
function AddFromFile({ changes, isBusy, onReading, onDone }: FromFileProps) {
  const read = async (file: File) => {
    onReading(true);
    try {
      // Someone whose row a filter hides, or who is below the table, doesn't want email either.
      const { list, workbook } = await readListFile(file, { withHidden: true, withBelow: true });
      const found = addressesInList(list);
      const isPart = workbook !== null && workbook.sheets.length > 1;
      await changes.addFound(isPart ? { ...found, sheet: workbook.sheet } : found, "file");
    } catch (error) {
      changes.fail(error);
    } finally {
      onReading(false);
      onDone();
    }
  };
  return (
    <FilePicker
      label="From a file"
      hint="We add the addresses in its column of addresses. The file stays in your browser."
      multiple={false}
      accept={LIST_FILES}
      files={[]}
      disabled={isBusy}
      onAdd={([file]) => file && void read(file)}
    />
  );
}
