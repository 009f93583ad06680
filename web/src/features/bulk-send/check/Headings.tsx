import Button from "@mui/material/Button";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { Bulk } from "../useBulkSend.ts";

/** Asks whether a first row that looks like a person is one, and says so of a file that is read without headings. */
export function Headings({ bulk, table }: { bulk: Bulk; table: CsvTable }) {
  const { form, change } = bulk;
  const read = (noHeadings: boolean) => change({ type: "reading", reading: { noHeadings } });
  if (form.reading.noHeadings) {
    return (
      <Notice
        action={
          <Button size="small" onClick={() => read(false)}>
            It holds the headings
          </Button>
        }
      >
        The first row is a person; the columns have no headings.
      </Notice>
    );
  }
  const warning = table.warnings.find(({ kind }) => kind === "header_is_data");
  if (!warning) return null;
  return (
    <Notice
      variant="warning"
      action={
        <Button size="small" onClick={() => read(true)}>
          {FIRST_IS_PERSON}
        </Button>
      }
    >
      {warning.message}
    </Notice>
  );
}

/** On the button that reads a file without headings. */
export const FIRST_IS_PERSON = "The first row is a person";
