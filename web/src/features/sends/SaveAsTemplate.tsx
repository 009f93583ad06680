import type { Send } from "@sendwright/core/contract";
import { SaveAsTemplateButton } from "../../components/SaveAsTemplateButton.tsx";
import { useToast } from "../../components/Toasts.tsx";
import { useTemplateOfSend } from "../../data/templateChanges.ts";
import { templatesFull, useTemplateRoom } from "../../data/templateQueries.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { useWriteTemplate } from "../../lib/templateEditorContext.ts";

/** How long the toast offers to open the template, milliseconds. */
const MADE_MS = 10_000;

/** Makes a template of the send's email, as long as it is kept. */
export function SaveAsTemplate({ send }: { send: Send }) {
  const toast = useToast();
  const write = useWriteTemplate();
  const { isFull, most } = useTemplateRoom();
  const { mutateAsync, isPending } = useTemplateOfSend();
  const make = async () => {
    try {
      const { template, skipped } = await mutateAsync(send.id);
      const open = () => write?.({ id: template.id }, () => undefined);
      const left =
        skipped.length === 0
          ? ""
          : ` A template has no room for these files: ${skipped.join(", ")}.`;
      toast(`"${template.name}" created.${left}`, {
        variant: skipped.length === 0 ? "success" : "warning",
        duration: MADE_MS,
        action: { word: "Open", run: open },
      });
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  return (
    <SaveAsTemplateButton
      full={isFull ? templatesFull(most) : null}
      disabled={isPending}
      onClick={() => void make()}
    />
  );
}
