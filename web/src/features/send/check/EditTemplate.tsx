import type { List } from "@sendwright/core/list/list";
import { Button } from "../../../components/Button.tsx";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import type { EmailChoice } from "../form/sendForm.ts";
import { listSample } from "../list/templateForList.ts";

interface Props {
  choice: EmailChoice;
  /** The list whose values fill the editor's preview. */
  list: List | null;
}

/** Opens the chosen template in the editor, over this screen; nothing without one. */
export function EditTemplate({ choice, list }: Props) {
  const write = useWriteTemplate();
  if (!write || choice.kind !== "template") return null;
  const { id } = choice;
  const open = () => write(list ? { id, sample: listSample(list) } : { id }, () => undefined);
  return (
    <Button size="small" variant="outlined" onClick={open}>
      Edit the template
    </Button>
  );
}
