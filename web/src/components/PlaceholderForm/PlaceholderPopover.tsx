import Popover, { type PopoverVirtualElement } from "@mui/material/Popover";
import type { Variable } from "@sendwright/functions/contract";
import type { Placeholder } from "@sendwright/functions/core";
import { PlaceholderForm } from "./PlaceholderForm.tsx";

/** What is being written or changed, and beside what. */
export interface PlaceholderDraft {
  placeholder: Placeholder;
  anchor: Element | PopoverVirtualElement;
  action: string;
}

interface Props {
  draft: PlaceholderDraft | null;
  variables: readonly Variable[];
  onDone: (placeholder: Placeholder) => void;
  onCancel: () => void;
  onRemove?: () => void;
}

/** The form for a placeholder, floating beside the button or chip that asked for it. */
export function PlaceholderPopover({ draft, ...form }: Props) {
  if (!draft) return null;
  return (
    <Popover
      open
      anchorEl={draft.anchor}
      onClose={form.onCancel}
      // Whoever asked gets the focus back with the cursor where it was.
      disableRestoreFocus
      transitionDuration={0}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      marginThreshold={8}
      slotProps={{ paper: { role: "dialog", "aria-label": "Placeholder", sx: { mt: 1, width: "min(380px, 100%)" } } }}
    >
      <PlaceholderForm {...form} placeholder={draft.placeholder} action={draft.action} />
    </Popover>
  );
}
