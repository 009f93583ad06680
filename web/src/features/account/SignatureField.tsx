import Button from "@mui/material/Button";
import { signatureProblem } from "@sendwright/core/body/length";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { RichTextEditor } from "../../components/RichTextEditor/RichTextEditor.tsx";

interface Props {
  text: string;
  isEdited: boolean;
  onChange: (signature: string) => void;
  onSave: () => void;
}

/** The text below every email. */
export function SignatureField({ text, isEdited, onChange, onSave }: Props) {
  const isPasting = usePasting();
  const problem = signatureProblem(text);
  return (
    <div className="stack gap-8">
      <RichTextEditor
        label="Signature"
        isLiteral
        value={text}
        onChange={onChange}
        error={problem ?? undefined}
        notes={
          <span className="hint">
            We add it below every email, unless its template says otherwise.
          </span>
        }
      />
      <div>
        <Button size="small" disabled={!isEdited || problem !== null || isPasting} onClick={onSave}>
          Save signature
        </Button>
      </div>
    </div>
  );
}
