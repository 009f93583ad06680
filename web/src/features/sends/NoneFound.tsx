import Button from "@mui/material/Button";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";

interface Props {
  sought: string;
  /** Whether there are older sends that have not been read. */
  hasMore: boolean;
  /** Whether there are sends whose emails have been deleted. */
  hasDeleted: boolean;
  onClear: () => void;
}

/** What the list shows when nothing of it is what one looks for, and where that may be. */
export function NoneFound({ sought, hasMore, hasDeleted, onClear }: Props) {
  const sentences = [
    `No send matches “${sought.trim()}”.`,
    hasMore && "Older sends haven't been searched yet.",
    hasDeleted && "We delete a send's name and subject 24 hours after it ends, so you can't find older sends by them.",
  ];
  return (
    <EmptyState
      drawing={<BlankLetter />}
      sentence={sentences.filter((sentence) => sentence !== false).join(" ")}
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
