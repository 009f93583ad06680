import Button from "@mui/material/Button";
import { PenLine } from "lucide-react";
import { useTemplateDesk } from "../../../sending/templateDesk.ts";
import type { Bulk } from "../useSendForm.ts";
import { templateForList } from "./templateForList.ts";

/** Opens the template editor with the columns of the list; the saved template is chosen, and its first email shown. */
export function WriteForList({ bulk }: { bulk: Bulk }) {
  const { change, filled: list } = bulk;
  const write = useTemplateDesk();
  const first = list?.rows[0];
  if (!list || !first || !write) return null;
  return (
    <Button
      size="small"
      startIcon={<PenLine size={16} aria-hidden />}
      onClick={() =>
        write(templateForList(list), ({ id }) => {
          change({ type: "choice", choice: { kind: "template", id } });
          change({ type: "preview", row: first.id });
        })
      }
    >
      Write a template for this list
    </Button>
  );
}
