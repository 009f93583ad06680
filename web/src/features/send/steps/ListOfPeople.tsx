import { useIsNarrow } from "../preview/PreviewPlace.tsx";
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
  const isNarrow = useIsNarrow();
  if (list === null) return null;
  const show = (row: number) => bulk.store({ type: "preview", row });
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
      onShow={show}
      // Only where the email isn't on the screen already does it come into view.
      onLook={isNarrow ? bulk.look : show}
      begin={begin}
    />
  );
}
