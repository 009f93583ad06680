import useMediaQuery from "@mui/material/useMediaQuery";
import { ListTable } from "../table/ListTable.tsx";
import type { Bulk } from "../useSendForm.ts";

interface Props {
  bulk: Bulk;
  /** The cell of the first row that gets the focus; null for none. */
  begin: "address" | "value" | null;
}

/** The list of the form, to read and to edit. */
export function ListOfPeople({ bulk, begin }: Props) {
  const { form, list, check, mail } = bulk;
  const isPhone = useMediaQuery("(width < 600px)");
  if (list === null) return null;
  return (
    <ListTable
      list={list}
      check={check}
      variables={mail?.variables ?? []}
      formats={{ dateFormat: mail?.dateFormat ?? "iso", timeFormat: mail?.timeFormat ?? "24hr" }}
      limit={bulk.limit}
      change={(step) => bulk.store({ type: "list", change: step })}
      onUndo={bulk.undo}
      shownRow={form.previewRow}
      // On a phone the email is far below.
      onShow={(row) => (isPhone ? bulk.look(row) : bulk.store({ type: "preview", row }))}
      begin={begin}
    />
  );
}
