import Button from "@mui/material/Button";
import { useState } from "react";
import { AddressFaults } from "../../components/AddressFaults.tsx";
import { AddressQuestion } from "../../components/AddressQuestion.tsx";
import { FilePicker } from "../../components/FilePicker.tsx";
import { TextArea } from "../../components/TextArea.tsx";
import { LIST_FILES } from "../../lib/lists/listFiles.ts";
import { addressesInList, addressesInText } from "./suppressionTexts.ts";
import type { SuppressionChanges } from "./useSuppressionChanges.ts";

interface Props {
  /** The addresses that are typed and not added yet. */
  text: string;
  onText: (text: string) => void;
  changes: SuppressionChanges;
}

/** So many wrong texts can be fixed here. */
const MAX_FIXED = 5;

/** Adds people to the list: typed, pasted or from a file. */
export function AddSuppressions({ text, onText, changes }: Props) {
  const [isReading, setReading] = useState(false);
  /** Of the last click; what isn't an address stays in the field. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const isBusy = changes.isBusy || isReading;
  const left = wrong.filter((one) => text.includes(one));

  const add = async () => {
    const found = addressesInText(text);
    if (found.addresses.length + found.wrong.length === 0) return;
    if (!(await changes.addFound(found, "typed"))) return;
    setWrong(found.wrong);
    onText(found.wrong.join("\n"));
  };
  const read = async (file: File) => {
    setReading(true);
    try {
      const { readListFile } = await import("../../lib/lists/ListReader.ts");
      // Someone whose row a filter hides doesn't want email either.
      const { list } = await readListFile(file, { withHidden: true });
      await changes.addFound(addressesInList(list), "file");
    } catch (error) {
      changes.fail(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <>
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
      <FilePicker
        label="From a file"
        hint="We add the addresses in its column of addresses. The file stays in your browser."
        multiple={false}
        accept={LIST_FILES}
        files={[]}
        disabled={isBusy}
        onAdd={([file]) => file && void read(file)}
      />
    </>
  );
}
