import { useIsNarrow } from "../preview/PreviewPlace.tsx";
import { ListTable } from "../table/ListTable.tsx";
import type { SendFormState } from "../useSendForm.ts";

interface Props {
  state: SendFormState;
  /** The cell of the first row to focus; null for none. */
  begin: "address" | "value" | null;
}

/** The list of the form, to read and edit. */
export function ListOfPeople({ state, begin }: Props) {
  const { form, list, check, mail } = state;
  const isNarrow = useIsNarrow();
  if (list === null) return null;
  const show = (row: number) => state.store({ type: "preview", row });
  return (
    <ListTable
      list={list}
      check={check}
      variables={mail?.variables ?? []}
      formats={{ dateFormat: mail?.dateFormat ?? "iso", timeFormat: mail?.timeFormat ?? "24hr" }}
      limit={state.limit}
      change={(step) => state.store({ type: "list", change: step })}
      onUndo={state.undo}
      shownRow={form.previewRow}
      onShow={show}
      // Scrolls to the email only if it isn't in view already.
      onLook={isNarrow ? state.look : show}
      begin={begin}
    />
  );
}
