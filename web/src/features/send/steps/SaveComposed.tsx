import Button from "@mui/material/Button";
import { formatsOf } from "@sendwright/core/dates/formats";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import { BookmarkPlus } from "lucide-react";
import { useId } from "react";
import { templatesFull, useTemplateRoom } from "../../../data/templateQueries.ts";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import type { SendForm } from "../form/sendForm.ts";

/** Opens the editor with the composed email and its files, to save it as a template. */
export function SaveComposed({ form }: { form: SendForm }) {
  const id = useId();
  const write = useWriteTemplate();
  const { isFull, most } = useTemplateRoom();
  const { subject, body, signature, attachments, pictures } = form;
  if (!write || (subject.trim() === "" && body === "")) return null;
  const fields = { name: "", subject, body, ...formatsOf(form), signature };
  const open = () => {
    const shown = filesInUse(pictures, picturesIn(body));
    const draft = { fields: { ...fields, reply_to: form.copies.replyTo } };
    write({ ...draft, files: [...shown, ...attachments] }, () => undefined);
  };
  return (
    <div className="row">
      <Button
        size="small"
        startIcon={<BookmarkPlus size={16} aria-hidden />}
        disabled={isFull}
        aria-describedby={isFull ? id : undefined}
        onClick={open}
      >
        Save as template
      </Button>
      {isFull && (
        <span id={id} className="hint">
          {templatesFull(most)}
        </span>
      )}
    </div>
  );
}
