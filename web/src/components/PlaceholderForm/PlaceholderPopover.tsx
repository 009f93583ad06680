import type { Variable } from "@sendwright/core/contract";
import type { Placeholder } from "@sendwright/core/placeholders";
import { type FormAnchor, FormPopover } from "../FormPopover.tsx";
import { PlaceholderForm } from "./PlaceholderForm.tsx";

/** The placeholder in the form, and its anchor. */
export interface PlaceholderDraft {
  placeholder: Placeholder;
  anchor: FormAnchor;
  action: string;
  /** Whether it can be the total of all rows. */
  canTotal: boolean;
}

interface Props {
  draft: PlaceholderDraft;
  variables: readonly Variable[];
  onDone: (placeholder: Placeholder) => void;
  onCancel: () => void;
  onRemove?: () => void;
}

/** The form for a placeholder, floating beside the text or chip that it is for. */
export default function PlaceholderPopover({ draft, ...form }: Props) {
  return (
    <FormPopover label="Placeholder" anchor={draft.anchor} onClose={form.onCancel}>
      <PlaceholderForm
        {...form}
        placeholder={draft.placeholder}
        action={draft.action}
        canTotal={draft.canTotal}
      />
    </FormPopover>
  );
}
