import Button from "@mui/material/Button";
import { PenLine } from "lucide-react";
import { useTemplateDesk } from "../../../sending/templateDesk.ts";
import type { Bulk } from "../useBulkSend.ts";
import { templateForFile } from "./templateForFile.ts";

/** Opens the template editor with the columns of the file; what is saved is chosen, and its first mail shown. */
export function WriteForFile({ bulk }: { bulk: Bulk }) {
  const { form, change, csv } = bulk;
  const write = useTemplateDesk();
  const { table, recipientColumn } = csv;
  if (!table || !form.source || csv.isTyped || !write) return null;
  const { name } = form.source;
  return (
    <Button
      size="small"
      startIcon={<PenLine size={16} aria-hidden />}
      onClick={() =>
        write(templateForFile(name, table, recipientColumn, form.dateOrders), ({ id }) => {
          change({ type: "choice", choice: { kind: "template", id } });
          change({ type: "preview", row: 1 });
        })
      }
    >
      Write a template for this file
    </Button>
  );
}
