import Button from "@mui/material/Button";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";

interface Props {
  sought: string;
  /** Whether there are older sends that have not been read. */
  hasMore: boolean;
  /** Whether there are sends whose mail has been deleted. */
  hasDeleted: boolean;
  onClear: () => void;
}

/** What the list shows when nothing of it is what one looks for, and where that may be. */
export function NoneFound({ sought, hasMore, hasDeleted, onClear }: Props) {
  const sentences = [
    `No send matches “${sought.trim()}”.`,
    hasMore && "Older sends have not been looked through yet.",
    hasDeleted &&
      "24 hours after a send has ended its name and subject are deleted; it cannot be found by them any more.",
  ];
  return (
    <EmptyState
      drawing={<BlankLetter />}
      sentence={sentences.filter((sentence) => sentence !== false).join(" ")}
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}
