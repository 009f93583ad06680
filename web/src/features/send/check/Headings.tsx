import Button from "@mui/material/Button";
import type { List } from "@sendwright/core/list/list";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { SendFormState } from "../useSendForm.ts";

/** Asks whether a first row that looks like a person is one, or says that the list was read without headers. */
export function Headings({ state: { form, reader }, list }: { state: SendFormState; list: List }) {
  const { raw } = form.people.now;
  if (raw === null) return null;
  if (raw.reading.noHeadings) {
    return (
      <Notice
        action={
          <Button size="small" onClick={() => reader.reread(raw, { noHeadings: false })}>
            Use it as headers
          </Button>
        }
      >
        The first row is a person. The columns have no headers.
      </Notice>
    );
  }
  const note = list.notes.find(({ kind }) => kind === "header_is_data");
  if (!note) return null;
  return (
    <Notice
      variant="warning"
      action={
        <Button size="small" onClick={() => reader.reread(raw, { noHeadings: true })}>
          {FIRST_IS_PERSON}
        </Button>
      }
    >
      {note.message}
    </Notice>
  );
}

/** The label of the button that reads a file without headers. */
export const FIRST_IS_PERSON = "The first row is a person";
